public import Services
import Foundation
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
    try ClaimFile.acquire("\(path)-\(name)")
  }
}

/// The file of a claim.
private enum ClaimFile {
  static func acquire(_ path: String) throws(StorageError) -> DatabaseClaim? {
    // The former holder may delete the file between the two steps, and then the lock is on the
    // wrong one.
    for _ in 0..<100 {
      let descriptor = try LockFile.descriptor(at: path)
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        return nil
      }
      if LockFile.isCurrent(descriptor, at: path) { return claim(descriptor, at: path) }
      close(descriptor)
    }
    return nil
  }

  private static func claim(_ descriptor: Int32, at path: String) -> DatabaseClaim {
    let held = Mutex<Int32?>(descriptor)
    return DatabaseClaim {
      held.withLock { held in
        guard let descriptor = held else { return }
        held = nil
        unlink(path)
        close(descriptor)
      }
    }
  }
}
