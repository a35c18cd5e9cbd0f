/// The events of the screens of a profile's steps.
///
/// A screen knows neither the next step, nor whether it is part of the onboarding, of editing a
/// profile, or alone.
@MainActor protocol OnboardingRouting: AnyObject {
  /// The user has submitted the step.
  func advance(from step: StepName) async
  /// The user skips the step.
  func skip(_ step: StepName) async
  /// The user continues although the input could not be saved.
  func advanceUnsaved() async
  /// The user skips the whole flow.
  func skipAll() async
  /// The user edits a part of the profile.
  func open(_ part: ProfilePart)
}
