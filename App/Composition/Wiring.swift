import Auth
import Backups
import Books
import Core
import Membership
import Onboarding
import Services

// How the features meet. Each extension turns what one feature offers into what another one asks for;
// any of the features may be missing, and the other one does without.

extension OnboardingFeature {
  /// The name for a new account: what the reader has told about themselves.
  var suggestedName: () -> String {
    { self.profile.displayName }
  }
}

extension BackupsFeature {
  /// Removes the automatic copies, for a user who deletes an account and everything of it.
  var erasure: () async throws(StorageError) -> Void {
    { () async throws(StorageError) in try await self.removeAutomaticBackups() }
  }
}

extension BooksRequirements {
  /// Ratings and reviews need an account.
  mutating func ask(_ auth: AuthFeature) {
    account = auth.requirement
  }
}

extension BooksRequirements {
  /// What only members have needs a membership.
  mutating func ask(_ membership: MembershipFeature) {
    self.membership = membership.requirement
  }
}

extension BooksPreferences {
  /// What a reader told about themselves says which books come first, and how many are enough.
  init(_ onboarding: OnboardingFeature) {
    self.init(
      yearlyGoal: { onboarding.profile.yearlyGoal },
      favouriteSubjects: { onboarding.favouriteSubjects })
  }
}

extension MembershipFeature {
  /// A membership belongs to an account, where there are accounts.
  convenience init(
    context: AppContext, store: any KeyValueStore, payments: any PaymentProvider,
    auth: AuthFeature?
  ) {
    self.init(
      context: context, store: store, payments: payments, account: auth?.requirement)
  }
}
