import CSQLite
import Foundation
import Synchronization

extension SQLiteDatabase {
  /// For how long a lock is waited for where the work can go on without it, in milliseconds.
  static let patience: Int32 = 100

  /// Lets go of the file. With the last connection to it, in whichever window, SQLite copies its log
  /// into it and removes the log, so that one file is left.
  ///
  /// Nobody is waited for longer than a moment: what is not copied stays in the log, and is read from
  /// there. Whoever asks for anything afterwards is refused.
  public func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    // Whoever only reads can't copy the log: the connection that writes goes last.
    _ = reader.withLock(within: Self.patience) { $0 = nil }
    _ = longReader.withLock(within: Self.patience) { $0 = nil }
    _ = writer.withLock(within: Self.patience) { connection in
      // Another window that sets the file aside would lose the log of the one in its place.
      guard let lock = FolderLock(tryingAround: path) else { return }
      connection?.emptyLog(patience: Self.patience)
      connection = nil
      lock.release()
    }
  }
}

extension SQLiteConnection {
  /// Copies the log into the file; what others are reading just now stays.
  fileprivate func emptyLog(patience: Int32) {
    guard !hasMoved else { return }
    sqlite3_busy_timeout(handle, patience)
    _ = try? text("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
