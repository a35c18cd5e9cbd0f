/// The events of a step's screen.
///
/// The screen knows neither the next step, nor whether it is part of the onboarding, of editing a
/// profile, or alone.
@MainActor protocol StepRouting: AnyObject {
  /// The user has submitted the step.
  func advance(from step: StepName) async
  /// The user skips the step.
  func skip(_ step: StepName) async
  /// The user continues although the input could not be saved.
  func advanceUnsaved() async
}

/// The events of the flow's own screens.
@MainActor protocol OnboardingRouting: StepRouting {
  /// The user skips the whole flow.
  func skipAll() async
  /// The user edits a part of the profile.
  func open(_ part: ProfilePart)
}
