import Files
import Services
import Foundation

/// Deletes all automatic backups for a user who deletes an account with everything.
///
/// The request is saved in the transaction that deletes the account: if the process is killed before the backups
/// are deleted, the next start does it.
struct BackupRemoval: Sendable {
  private static let key = "backups/removal"

  /// Nil in a session that saves nothing.
  let keeper: (any BackupKeeper)?
  let store: any KeyValueStore

  /// Saves the request in a transaction.
  func request(in transaction: (any DatabaseTransaction)?) throws(StorageError) {
    try store.records(in: transaction).set(Data([1]), for: Self.key)
  }

  /// Removes an open request from a backup.
  static func forget(in records: any KeyValueRecords) throws(StorageError) {
    try records.set(nil, for: key)
  }

  /// Deletes the backups and then the request, even if some are left or the caller's task is cancelled: later
  /// backups must not be deleted.
  @concurrent func run() async throws(StorageError) {
    try await Task { await remove() }.value.get()
  }

  private func remove() async -> Result<Void, StorageError> {
    do throws(StorageError) {
      let result = Result { () throws(StorageError) -> Void in
        if let keeper { try keeper.removeAllCopies() }
      }
      try await store.set(nil, for: Self.key)
      return result
    } catch {
      return .failure(error)
    }
  }

  /// Whether the deletion was requested and not done.
  func isRequested() async throws(StorageError) -> Bool {
    try await store.value(for: Self.key) != nil
  }
}
