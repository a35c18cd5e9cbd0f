public import Services

/// Makes copies of a database, and brings one back.
///
/// Calls block until the work is done, so they are made in ``LongWork``. A cancelled task's work ends
/// with ``StorageError/cancelled`` and leaves everything as it was.
public protocol BackupKeeper: Sendable {
  /// Whether there is anything to copy; if not, no work is begun for it.
  var makesCopies: Bool { get }

  /// Writes a copy of the database as it is at one moment; it can be used meanwhile.
  ///
  /// - Parameters:
  ///   - path: where the copy goes. It may replace a file, but no database other than a backup that a
  ///     person made.
  ///   - progress: called with the number of pages that are copied, and of all pages.
  func backUp(
    to path: String, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError)

  /// Refuses what can't be restored.
  ///
  /// - Throws: ``StorageError/newer`` or ``StorageError/damaged(_:)`` for a copy that can't be used.
  func check(_ path: String) throws(StorageError)

  /// Puts a copy in the place of all that the database has, as one change. What it had is copied to a
  /// file of its own before; of the files that were made so, old ones go when this has succeeded.
  /// Everything that another process writes meanwhile is in that file or in the restored content.
  ///
  /// - Parameter day: the day on which it is done.
  /// - Returns: where that copy is.
  /// - Throws: ``StorageError/newer`` or ``StorageError/damaged(_:)`` for a copy that can't be used;
  ///   nothing is changed then.
  func restore(
    from path: String, on day: CalendarDate, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) -> String

  /// Makes the day's automatic copy, unless it is there already or nothing was ever entered; keeps
  /// the seven newest.
  func backUpDaily(on day: CalendarDate) throws(StorageError)

  /// The automatic copies, the newest first.
  func automaticBackups() throws(StorageError) -> [Backup]

  /// Removes all automatic copies, for a user who deletes an account and everything of it.
  func removeAutomaticBackups() throws(StorageError)
}

extension BackupKeeper {
  /// Returns `true`.
  public var makesCopies: Bool { true }
}

/// A copy of a database.
public struct Backup: Codable, Hashable, Sendable {
  /// Where it is.
  public let path: String
  /// The day on which it was made.
  public let day: CalendarDate

  /// Names a copy.
  public init(path: String, day: CalendarDate) {
    self.path = path
    self.day = day
  }
}

/// What was done about a database that could not be read.
public struct DamageReport: Codable, Hashable, Sendable {
  /// Where the damaged file was put; nothing deletes it.
  public let path: String
  /// The newest copy that is good, or nil.
  public let backup: Backup?

  /// Describes what was done.
  public init(path: String, backup: Backup?) {
    self.path = path
    self.backup = backup
  }
}
