public import Services

/// Makes and restores backups of a database.
///
/// Calls block until the work is done, so they are made in `LongWork`. The work of a cancelled
/// task ends with `StorageError.cancelled` and changes nothing.
public protocol BackupKeeper: Sendable {
  /// The path of the folder of automatic backups, which may not exist yet.
  var folderPath: String { get }

  /// Writes a consistent copy of the database, which can be used in the meantime.
  ///
  /// - Parameters:
  ///   - path: the path of the copy. It replaces no database other than a manual backup.
  ///   - replaces: whether it may replace a file.
  ///   - progress: called with the number of copied pages and of all pages.
  func backUp(
    to path: String, replacing replaces: Bool, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError)

  /// Checks that a backup can be restored.
  ///
  /// - Throws: `StorageError.newer`, `StorageError.damaged(_:)`, or `StorageError.refused(_:)` if another program has
  ///   changed it; `StorageError.unavailable(_:)` for another program's database, or a file that can't be read now.
  func check(_ path: String) throws(StorageError)

  /// Replaces the content of the database by a backup, in one change. The previous content is saved
  /// to a separate file first; on success, old files of this kind are deleted. Concurrent changes
  /// of other processes are in that file or in the restored content.
  ///
  /// - Parameters:
  ///   - path: the backup.
  ///   - day: the current day.
  ///   - progress: called during the work, with the amount done and the total.
  /// - Returns: the path of the saved content.
  /// - Throws: as ``check(_:)``; nothing is changed then, unless the text says so.
  func restore(
    from path: String, on day: CalendarDate, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) -> String

  /// Makes the day's automatic backup, unless it exists or the database is empty; keeps the newest
  /// seven. The rows of virtual tables, such as a full-text index, do not count.
  func backUpDaily(on day: CalendarDate) throws(StorageError)

  /// Deletes all copies in the keeper's folder: automatic backups, replaced libraries, backups kept after
  /// damage, and unfinished ones; and databases that were set aside as damaged. For a user who deletes an account
  /// with all its data.
  func removeAllCopies() throws(StorageError)
}

/// A backup of a database.
public struct Backup: Codable, Hashable, Sendable {
  /// Its path.
  public let path: String
  /// Its day.
  public let day: CalendarDate

  /// Creates a description of a backup.
  public init(path: String, day: CalendarDate) {
    self.path = path
    self.day = day
  }
}

/// The recovery from a database that could not be read.
public struct DamageReport: Codable, Hashable, Sendable {
  /// The new path of the damaged file. Only ``BackupKeeper/removeAllCopies()`` deletes it.
  public let path: String
  /// The newest readable backup, or nil.
  public let backup: Backup?

  /// Creates a report.
  public init(path: String, backup: Backup?) {
    self.path = path
    self.backup = backup
  }
}
