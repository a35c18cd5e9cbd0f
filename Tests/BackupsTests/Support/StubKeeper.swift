import Files
import Services

/// A keeper that does what a test says, by default nothing.
struct StubKeeper: BackupKeeper {
  typealias Progress = (_ done: Int, _ total: Int) -> Void

  var backingUp: @Sendable () throws(StorageError) -> Void = {}
  var restoring:
    @Sendable (_ path: String, _ day: CalendarDate, _ progress: Progress)
      throws(StorageError) -> String = { _, _, _ in "before" }
  var daily: @Sendable () throws(StorageError) -> Void = {}

  let folderPath = "backups"

  func backUp(
    to path: String, replacing replaces: Bool, progress: Progress
  ) throws(StorageError) { try backingUp() }

  func check(_ path: String) throws(StorageError) {}

  func restore(
    from path: String, on day: CalendarDate, progress: Progress
  ) throws(StorageError) -> String { try restoring(path, day, progress) }

  func backUpDaily(on day: CalendarDate) throws(StorageError) { try daily() }
  func removeAllCopies() throws(StorageError) {}
}
