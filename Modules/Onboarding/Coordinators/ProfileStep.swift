import Core

/// One step of the profile's flow.
///
/// The array of steps is the order; a step does not know its neighbours.
@MainActor struct ProfileStep: Identifiable {
  /// Names the step.
  nonisolated let id: StepName
  /// Returns whether the step is needed, when its turn comes.
  let isNeeded: (ProfileCoordinator.Mode, ProfileViewModel) -> Bool
  /// Creates the step's screen.
  let make: (ProfileViewModel, StepOptions, any OnboardingRouting) -> any Screen

  static let welcome = ProfileStep(
    id: .welcome, isNeeded: { mode, _ in mode == .onboarding },
    make: { WelcomeScreen($0, options: $1, routing: $2) })

  // A reader who gave an answer already, on another day or with an account, is not asked again.
  static let genres = ProfileStep(
    id: .genres, isNeeded: { $0 == .edit || $1.profile.favourites.isEmpty },
    make: { GenrePickerScreen($0, options: $1, routing: $2) })

  static let goal = ProfileStep(
    id: .goal, isNeeded: { $0 == .edit || $1.profile.yearlyGoal == nil },
    make: { GoalScreen($0, options: $1, routing: $2) })

  static let displayName = ProfileStep(
    id: .name, isNeeded: { $0 == .edit || $1.profile.displayName.isEmpty },
    make: { NameScreen($0, options: $1, routing: $2) })

  /// Skipped if the profile is empty, except when editing: the reader may have emptied it.
  static let summary = ProfileStep(
    id: .summary, isNeeded: { $0 == .edit || $1.preview != ReaderProfile() },
    make: { SummaryScreen($0, options: $1, routing: $2) })

  /// Returns the step of a part.
  static func asking(for part: ProfilePart) -> ProfileStep {
    switch part {
    case .genres: genres
    case .goal: goal
    case .name: displayName
    }
  }
}

extension [ProfileStep] {
  /// The default order.
  @MainActor static var usual: [ProfileStep] { [.welcome, .genres, .goal, .displayName, .summary] }

  /// Returns the order for a variant of the experiment `onboarding`.
  @MainActor static func order(for variant: String?) -> [ProfileStep] {
    switch variant {
    case "goal-first": [.welcome, .goal, .genres, .displayName, .summary]
    default: usual
    }
  }
}
