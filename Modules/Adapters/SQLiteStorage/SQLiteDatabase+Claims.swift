public import Services
import Synchronization

extension SQLiteDatabase {
  /// Makes an exclusive claim by a lock (`flock`) on a file beside the database.
  ///
  /// - Throws: `StorageError` if the file can't be created.
  public func claim(_ name: String) throws(StorageError) -> DatabaseClaim? {
    try Self.claim(name, on: path)
  }

  /// Makes an exclusive claim on the database in a file, which need not be open.
  ///
  /// - Throws: `StorageError` if the file of the claim can't be created.
  public static func claim(
    _ name: String, on path: String
  ) throws(StorageError) -> DatabaseClaim? {
    guard let lock = try LockFile.acquired(at: "\(path)-\(name)") else { return nil }
    let held = Mutex<LockFile?>(lock)
    return DatabaseClaim {
      held.withLock { held in
        held?.release()
        held = nil
      }
    }
  }
}
