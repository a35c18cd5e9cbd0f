import Auth
import Backups
import Core

extension BackupsFeature {
  /// Creates the feature for an app with accounts: nobody is signed in by a copy that was made while
  /// they were.
  convenience init(context: AppContext, keeper: any BackupKeeper, accounts: any AccountStore) {
    self.init(context: context, keeper: keeper) { try? await accounts.save(nil) }
  }
}
