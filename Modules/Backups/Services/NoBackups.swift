public import Files
public import Services

/// Makes no backups: for an app that saves nothing.
public struct NoBackups: BackupKeeper {
  private static let problem = StorageError.refused(
    "nothing is saved in this session, so there is nothing to back up")

  /// Returns `false`.
  public var makesCopies: Bool { false }

  /// Creates a keeper.
  public init() {}

  /// Throws.
  public func backUp(
    to path: String, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) {
    throw Self.problem
  }

  /// Throws.
  public func check(_ path: String) throws(StorageError) { throw Self.problem }

  /// Throws.
  public func restore(
    from path: String, on day: CalendarDate, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) -> String {
    throw Self.problem
  }

  /// Does nothing.
  public func backUpDaily(on day: CalendarDate) throws(StorageError) {}

  /// Returns no backups.
  public func automaticBackups() throws(StorageError) -> [Backup] { [] }

  /// Does nothing.
  public func removeAutomaticBackups() throws(StorageError) {}
}
