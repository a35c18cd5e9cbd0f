public import Files
public import Services

/// Makes no backups: for an app that saves nothing.
public struct NoBackups: BackupKeeper {
  private static let problem = StorageError.refused(
    "this session saves nothing, so it can't back up or restore; start one that saves its data")

  /// Returns `false`.
  public var makesCopies: Bool { false }

  /// Creates a keeper.
  public init() {}

  /// Throws.
  public func backUp(
    to path: String, replacing replaces: Bool, progress: (_ done: Int, _ total: Int) -> Void
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

  /// Does nothing.
  public func removeAllCopies() throws(StorageError) {}
}
