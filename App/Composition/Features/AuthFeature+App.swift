import Accounts
import Auth
import Backups
import Core
import Onboarding
import Services

extension AppFeature {
  /// The feature in this app.
  static let auth = AppFeature(id: "auth", migrations: AuthFeature.migrations) {
    $0.authFeature?.feature
  }
}

extension SessionFeatures {
  /// The feature, for others; nil in a session without it, and where no password can be hashed.
  var authFeature: AuthFeature? {
    guard let hashing = services.hashing else { return nil }
    return ifChosen(.auth) {
      AuthFeature(
        context: context, owner: owner, accounts: services.accounts, hashing: hashing,
        mail: services.mail,
        items: { [madeFeatures] in madeFeatures().contributions(of: AccountItem.self) },
        data: data, database: services.database, store: services.store,
        // feature: Backups
        eraseBackups: services.storage == nil ? nil : backupsFeature?.erasure,
        // end
        // feature: Onboarding
        suggestedName: { [onboardingFeature] in onboardingFeature?.profile.displayName ?? "" },
        // end
        stayingText: { [typedLines] in typedLines?.stayingText },
        protectionClock: services.protectionClock,
        keepsExpiredSession: services.keepsExpiredSession)
    }
  }
}

// feature: Backups
extension BackupsFeature {
  /// Deletes the automatic backups, for a user who deletes an account with everything.
  var erasure: BackupErasure {
    BackupErasure(
      request: { transaction throws(StorageError) in try self.requestRemoval(in: transaction) },
      run: { () async throws(StorageError) in try await self.removeAllCopies() })
  }
}
// end
