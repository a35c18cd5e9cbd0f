import Services
import CSQLite
import Foundation

/// Copies a database into another one in a single transaction (sqlite.org/backup.html), which is
/// rolled back unless it is complete.
struct SQLiteCopy: ~Copyable {
  /// The number of pages between two checks for cancellation.
  private static let pagesAtOnce: Int32 = 256

  private let target: SQLiteConnection
  private let source: SQLiteConnection
  private let copying: OpaquePointer

  /// Prepares the copy.
  init(
    from source: SQLiteConnection, to target: SQLiteConnection, _ operation: String
  ) throws(StorageError) {
    (self.target, self.source) = (target, source)
    target.operation = operation
    guard let copying = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
      throw target.failure().storageError
    }
    self.copying = copying
  }

  deinit { sqlite3_backup_finish(copying) }

  /// Acquires the target's write lock and holds it to the end. Readers still see the old content.
  func lock() throws(StorageError) {
    // A step without pages begins the target's transaction.
    _ = try step(0)
  }

  /// Copies all pages, and commits.
  func run(_ progress: (_ done: Int, _ total: Int) -> Void) throws(StorageError) {
    var isDone = false
    while !isDone {
      isDone = try step(Self.pagesAtOnce)
      let total = Int(sqlite3_backup_pagecount(copying))
      progress(total - Int(sqlite3_backup_remaining(copying)), total)
      if Task.isCancelled, !isDone { throw .cancelled }
    }
  }

  /// Copies some pages.
  ///
  /// - Returns: whether the copy is complete.
  private func step(_ pages: Int32) throws(StorageError) -> Bool {
    let end = ContinuousClock.now + .milliseconds(Int(SQLiteConnection.busyTimeout))
    while true {
      let code = sqlite3_backup_step(copying, pages)
      // The thread's last system error: the target's handle gets it only when the copy ends.
      let number = errno
      switch code & 0xFF {
      case SQLITE_OK: return false
      case SQLITE_DONE: return true
      case SQLITE_BUSY, SQLITE_LOCKED:
        // The busy handler is not called for every lock.
        guard !Task.isCancelled, ContinuousClock.now < end else { fallthrough }
        sqlite3_sleep(10)
      default:
        let message = String(cString: sqlite3_errstr(code))
        throw target.failure(code, number, message).storageError
      }
    }
  }
}
