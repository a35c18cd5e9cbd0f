import Services
import Auth
import Backups

extension BackupsFeature {
  /// What removes the automatic copies, for whoever deletes an account and wants nothing to be left.
  var erasure: () async throws(StorageError) -> Void {
    { () async throws(StorageError) in try await self.removeAutomaticBackups() }
  }
}
