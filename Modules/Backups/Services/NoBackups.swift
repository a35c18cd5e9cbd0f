public import Files
public import Services

/// Makes no copies: for an app that keeps nothing, and says so.
public struct NoBackups: BackupKeeper {
  private static let problem = StorageError.unavailable(
    "with --ephemeral there is nothing to back up; start the app without it")

  /// There is nothing to copy.
  public var makesCopies: Bool { false }

  /// Creates a keeper.
  public init() {}

  /// Refuses.
  public func backUp(
    to path: String, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) {
    throw Self.problem
  }

  /// Refuses.
  public func check(_ path: String) throws(StorageError) { throw Self.problem }

  /// Refuses.
  public func restore(
    from path: String, on day: CalendarDate, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) -> String {
    throw Self.problem
  }

  /// Does nothing.
  public func backUpDaily(on day: CalendarDate) throws(StorageError) {}

  /// There are none.
  public func automaticBackups() throws(StorageError) -> [Backup] { [] }

  /// Does nothing.
  public func removeAutomaticBackups() throws(StorageError) {}
}
