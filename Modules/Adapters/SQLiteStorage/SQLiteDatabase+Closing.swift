import Foundation
import Synchronization

extension SQLiteDatabase {
  /// The maximum wait for an optional lock, in milliseconds.
  static let patience: Int32 = 100

  /// Closes the file. When the last connection of all windows closes, SQLite copies the log into
  /// the file and deletes it, so that one file is left.
  ///
  /// It waits for other connections only for a moment: data that is not copied stays in the log,
  /// and is read from there. Later requests are refused.
  public func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    // Only the writing connection can copy the log, so it is closed last.
    _ = reader.withLock(within: Self.patience) { $0 = nil }
    _ = longReader.withLock(within: Self.patience) { $0 = nil }
    _ = writer.withLock(within: Self.patience) { connection in
      // If another window set the file aside meanwhile, the new file would lose its log.
      guard
        let lock = try? DatabaseLock(on: path, within: Self.patience, canBeCancelled: false)
      else { return }
      connection?.emptyLog(within: Self.patience)
      connection = nil
      lock.release()
    }
  }
}
