import Dispatch
import Files
import Services

/// A keeper whose restore has done a quarter and then waits until a test releases it.
final class HeldRestore: BackupKeeper {
  private let keeper: any BackupKeeper
  private let mayEnd = DispatchSemaphore(value: 0)

  init(_ keeper: any BackupKeeper) {
    self.keeper = keeper
  }

  /// Releases the restore.
  func release() { mayEnd.signal() }

  func restore(
    from path: String, on day: CalendarDate, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) -> String {
    progress(1, 4)
    mayEnd.wait()
    return try keeper.restore(from: path, on: day, progress: progress)
  }

  func backUp(
    to path: String, replacing replaces: Bool, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) {
    try keeper.backUp(to: path, replacing: replaces, progress: progress)
  }

  func check(_ path: String) throws(StorageError) { try keeper.check(path) }
  func backUpDaily(on day: CalendarDate) throws(StorageError) { try keeper.backUpDaily(on: day) }
  func removeAllCopies() throws(StorageError) { try keeper.removeAllCopies() }
}
