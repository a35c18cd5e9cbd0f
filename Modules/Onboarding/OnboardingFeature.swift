import Accounts
public import Services
public import Core

/// The feature for the reader's profile: onboarding for new users, once, and editing later.
@MainActor public final class OnboardingFeature {
  private let store: any KeyValueStore
  private let current: CurrentProfile

  /// Creates the feature.
  ///
  /// - Parameters:
  ///   - context: has the owner.
  ///   - store: stores profiles.
  public init(context: AppContext, store: any KeyValueStore) {
    self.store = store
    current = CurrentProfile(context, store: store, unread: OnboardingText.unread)
  }

  /// The feature for the app.
  public var feature: Feature {
    let current = current
    var feature = Feature(
      "onboarding",
      gates: [LaunchGate(isNeeded: { !current.wasSeen }) { ProfileCoordinator(current) }])
    feature.prepare = { await current.prepare() }
    feature.reload = {
      await current.prepare()
      return current.problem == nil
    }
    feature.contributions += [
      AccountItem(
        "profile", title: OnboardingText.profile,
        detail: { current.profile.displayName.ifNotEmpty },
        make: { ProfileCoordinator(current, .edit) }),
      AccountItem(
        "genres", title: OnboardingText.genres, detail: { OnboardingText.genres(current.profile) },
        make: { ProfilePartCoordinator(.genres, of: current) }),
      AccountItem(
        "goal", title: OnboardingText.goal, detail: { OnboardingText.goal(current.profile) },
        make: { ProfilePartCoordinator(.goal, of: current) }),
      ProfileData(in: store, summary: OnboardingText.storedProfile),
    ]
    return feature
  }

  // MARK: For other features

  /// The profile of the current owner; empty without answers.
  public var profile: ReaderProfile { current.profile }

  /// The goals for a year that are valid, in books.
  public static let yearlyGoals = YearlyGoal.range

  /// Stores another goal for the year, or none; an invalid one counts as none.
  ///
  /// - Returns: whether it is stored; `false` if that was cancelled before its start.
  public func setYearlyGoal(_ goal: Int?) async throws(StorageError) -> Bool {
    let stored = ProfileDraft(profile)
    var draft = stored
    draft.goal = goal
    let change = ProfileChange(from: stored, to: draft)
    if change.isEmpty { return true }
    return try await current.save(change)
  }

  /// The catalogue subjects of the reader's favourite genres.
  public var favouriteSubjects: [String] { profile.favourites.map(\.subject) }
}
