import Backups
import Books
import Onboarding
import Services

// Connects the features. Each extension adapts one feature to the needs of another; any of them may
// be missing, and the others work without it.

// feature: Onboarding
extension OnboardingFeature {
  /// The suggested name for a new account, from the reader's profile.
  var suggestedName: () -> String {
    { self.profile.displayName }
  }
}
// end

// feature: Backups
extension BackupsFeature {
  /// Deletes the automatic backups, for a user who deletes an account with everything.
  var erasure: @Sendable () throws(StorageError) -> Void {
    { () throws(StorageError) in try self.removeAutomaticBackups() }
  }
}
// end

// feature: Books, Onboarding
extension BooksPreferences {
  /// Creates preferences from the reader's profile: favourite subjects and the goal.
  init(_ onboarding: OnboardingFeature) {
    self.init(
      yearlyGoal: { onboarding.profile.yearlyGoal },
      favouriteSubjects: { onboarding.favouriteSubjects })
  }
}
// end
