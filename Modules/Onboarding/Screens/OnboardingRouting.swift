/// What the screen of a step asks for when it is done.
///
/// A screen knows whom it asks by these words alone: not what comes next, and not whether it stands
/// in the onboarding, in the editing of a profile or by itself.
@MainActor protocol StepRouting: AnyObject {
  /// The step is done, and what it asks for is typed.
  func goOn(from step: StepName) async
  /// The user does not want to say what the step asks for.
  func skip(_ step: StepName) async
  /// The user wants to go on although what they typed could not be stored.
  func goOnUnsaved() async
}

/// What the screens of the flow as a whole ask for besides.
@MainActor protocol OnboardingRouting: StepRouting {
  /// The user does not want to be asked at all.
  func skipAll() async
  /// The user wants to change a part of the profile.
  func open(_ part: ProfilePart)
}
