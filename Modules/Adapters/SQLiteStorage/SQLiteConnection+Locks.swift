import CSQLite
import Foundation

extension SQLiteConnection {
  /// The waits between tries for another connection's lock, in milliseconds; the last number
  /// repeats. A cancelled task stops after one of them.
  static let waits: [Int32] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50]

  /// Waits before the next try for a lock (sqlite.org/c3ref/busy_handler.html).
  ///
  /// SQLite calls it in the task that needs the lock.
  ///
  /// - Returns: 0 for no further try: after ``busyTimeout``, or in a cancelled task.
  static func waitForLock(_ tries: Int32) -> Int32 {
    if Task.isCancelled { return 0 }
    let waited = (0..<tries).reduce(0) { $0 + waits[min(Int($1), waits.count - 1)] }
    guard waited < busyTimeout else { return 0 }
    usleep(UInt32(waits[min(Int(tries), waits.count - 1)]) * 1000)
    return 1
  }

  /// Waits for locks by ``waitForLock(_:)``.
  func useUsualWait() {
    sqlite3_busy_handler(handle, { _, tries in SQLiteConnection.waitForLock(tries) }, nil)
  }

  /// Copies the log into the file, and empties it unless others are reading it.
  ///
  /// - Parameter patience: the maximum wait for others, in milliseconds.
  func emptyLog(within patience: Int32) {
    guard !hasMoved else { return }
    sqlite3_busy_timeout(handle, patience)
    _ = try? text("PRAGMA wal_checkpoint(TRUNCATE)")
    useUsualWait()
  }
}
