import Auth
import Backups
import Core

extension BackupsFeature {
  /// Creates the feature for an app with accounts: nobody is signed in by a copy that was made while
  /// they were.
  convenience init(context: AppContext, keeper: any BackupKeeper, accounts: any AccountStore) {
    self.init(context: context, keeper: keeper) { try? await accounts.save(nil) }
  }

  /// What removes the automatic copies, for whoever deletes an account and wants nothing to be left.
  var erasure: () async throws(StorageError) -> Void {
    { () async throws(StorageError) in try await self.removeAutomaticBackups() }
  }
}
