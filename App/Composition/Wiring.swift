import Auth
import Backups
import Books
import Core
import Membership
import Onboarding
import Services

// Connects the features. Each extension adapts one feature to the needs of another; any of them may
// be missing, and the others work without it.

extension OnboardingFeature {
  /// The suggested name for a new account, from the reader's profile.
  var suggestedName: () -> String {
    { self.profile.displayName }
  }
}

extension BackupsFeature {
  /// Deletes the automatic backups, for a user who deletes an account with everything.
  var erasure: () async throws(StorageError) -> Void {
    { () async throws(StorageError) in try await self.removeAutomaticBackups() }
  }
}

extension BooksRequirements {
  /// Sets the requirement of an account for reviews.
  mutating func ask(_ auth: AuthFeature) {
    account = auth.requirement
  }
}

extension BooksRequirements {
  /// Sets the requirement of a membership.
  mutating func ask(_ membership: MembershipFeature) {
    self.membership = membership.requirement
  }
}

extension BooksPreferences {
  /// Creates preferences from the reader's profile: favourite subjects and the goal.
  init(_ onboarding: OnboardingFeature) {
    self.init(
      yearlyGoal: { onboarding.profile.yearlyGoal },
      favouriteSubjects: { onboarding.favouriteSubjects })
  }
}

extension MembershipFeature {
  /// Creates the feature with the requirement of an account, if there are accounts.
  convenience init(
    context: AppContext, store: any KeyValueStore, payments: any PaymentProvider,
    auth: AuthFeature?
  ) {
    self.init(
      context: context, store: store, payments: payments, account: auth?.requirement)
  }
}
