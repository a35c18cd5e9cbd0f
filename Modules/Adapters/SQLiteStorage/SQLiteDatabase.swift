public import Services
import CSQLite
import Synchronization

/// A `Database` in a file: one connection writes and two read.
///
/// In WAL mode (sqlite.org/wal.html) readers do not wait for writers, and a commit is atomic even
/// if the process or the machine stops. A lock lets one thread at a time use a connection; the
/// storage figures of `make bench` show the cost.
public final class SQLiteDatabase: Database {
  /// Whether a power failure may lose the last commits.
  public enum Durability: Hashable, Sendable {
    /// A commit is on the disk before it returns.
    case full
    /// The file stays intact, but the last commits may be lost: for data that can be recreated.
    case losable
  }

  /// The mark of the files of an app that has none of its own: "Data" in ASCII.
  public static let usualApplicationID: Int32 = 0x4461_7461

  /// The file.
  public let path: String
  /// The mark of the app's files (`PRAGMA application_id`): a file with another one is refused.
  public let applicationID: Int32
  let writer: Mutex<SQLiteConnection?>
  let reader: Mutex<SQLiteConnection?>
  let longReader = Mutex<SQLiteConnection?>(nil)
  /// Whether the connections are closed, so that none is opened again.
  let isClosed = Atomic(false)
  private let version: Mutex<Int>
  /// The migrations that were run or found to have run, and the version of the schema that they were compared with;
  /// and the modules that the app no longer has, or nil for a database that may have any modules.
  let known = Mutex<(migrations: [Migration], retired: Set<String>?, schema: Int)>(([], nil, 0))

  /// Opens a file, or creates it for its owner alone (mode 0600).
  ///
  /// - Parameters:
  ///   - path: the file, in an existing folder.
  ///   - durability: whether a power failure may lose the last commits.
  ///   - pageSize: the page size of a new file, in bytes: more than SQLite's default of 4096 for a
  ///     file with long rows.
  ///   - applicationID: the mark of the app's files.
  /// - Throws: `StorageError`; after `StorageError.newer` and
  ///   `StorageError.damaged` the existing file is unchanged.
  public init(
    path: String, durability: Durability = .full, pageSize: Int? = nil,
    applicationID: Int32 = usualApplicationID
  ) throws(StorageError) {
    self.path = path
    self.applicationID = applicationID
    try StorageFile.create(path)
    // A reading connection can't change a refused file.
    reader = Mutex(try Self.checked(path, applicationID))
    try StorageFile.restrict(path)
    writer = Mutex(
      try .opened(path, durability == .full ? .write : .writeLosable, pageSize: pageSize))
    version = Mutex(0)
    _ = try wasChangedOutside()
  }

  /// Reads a consistent state.
  public func read<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try reader.withLock { connection throws(StorageError) in
      let connection = try open(connection)
      return try markingDamage(connection) { () throws(StorageError) in
        try connection.read(operation, body)
      }
    }
  }

  /// Reads a consistent state with the connection for long work.
  public func readLong<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try longReader.withLockUnlessCancelled { kept throws(StorageError) in
      let connection = if let kept { try open(kept) } else { try opened(.read) }
      kept = connection
      // A kept connection may be older than the file that is in place now.
      connection.operation = operation
      try connection.checkPlace()
      return try markingDamage(connection) { () throws(StorageError) in
        try connection.read(operation, body)
      }
    }
  }

  /// Writes in one transaction.
  ///
  /// - Throws: also `StorageError.newer` if a newer version of the app has migrated the file since.
  public func write<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any DatabaseTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try writer.withLockUnlessCancelled { connection throws(StorageError) in
      let connection = try open(connection)
      return try markingDamage(connection) { () throws(StorageError) in
        try connection.write(operation) { transaction throws(StorageError) in
          try checkSchema(connection)
          return try body(transaction)
        }
      }
    }
  }

  /// Returns whether another connection has changed the file since the last call.
  ///
  /// It compares the writing connection's `data_version`
  /// (sqlite.org/pragma.html#pragma_data_version), which changes with every commit of another
  /// connection. It does not wait for a long transaction of this process, such as an import: then
  /// it returns `false`, and the next call reports the changes made meanwhile.
  public func wasChangedOutside() throws(StorageError) -> Bool {
    let now = try writer.withLock(within: Self.patience) { connection throws(StorageError) in
      try open(connection).number("PRAGMA data_version", "looking for changes")
    }
    guard let now else { return false }
    return version.withLock { version in
      defer { version = now }
      return version != now
    }
  }

  /// Empties the log beside the file. Deleted data in the file itself is overwritten
  /// (`secure_delete`).
  public func purge() throws(StorageError) {
    try writer.withLockUnlessCancelled { connection throws(StorageError) in
      let connection = try open(connection)
      connection.operation = "overwriting deleted data"
      try connection.checkPlace()
      let isBusy = try connection.number("PRAGMA wal_checkpoint(TRUNCATE)")
      guard isBusy == 0 else {
        if Task.isCancelled { throw .cancelled }
        throw .unavailable("overwriting deleted data: another window is reading")
      }
    }
  }

  /// Sets a mark if SQLite reports damage, so that the next start checks the whole file.
  private func markingDamage<Value: Sendable>(
    _ connection: SQLiteConnection, _ body: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    do throws(StorageError) { return try body() } catch {
      if connection.foundDamage { DamageMark.put(path) }
      // A later error sets no mark again, which another window has removed after a check.
      connection.foundDamage = false
      throw error
    }
  }

  /// Calls `body` with a new connection, for operations on the whole file.
  func withOwnConnection<Value>(
    _ mode: SQLiteConnection.Mode, _ body: (SQLiteConnection) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    do throws(StorageError) { return try body(try opened(mode)) } catch {
      if case .damaged = error { DamageMark.put(path) }
      throw error
    }
  }

  /// Checks a whole file for damage.
  static func check(_ path: String, _ applicationID: Int32) throws(StorageError) {
    try StorageFile.checkCompanions(of: path)
    try readable(path, applicationID).check()
  }

  /// Returns a reading connection to a checked file of the app.
  private static func checked(
    _ path: String, _ applicationID: Int32
  ) throws(StorageError) -> SQLiteConnection {
    let connection = try readable(path, applicationID)
    try SQLiteMigrator(connection: connection, applicationID: applicationID).check()
    return connection
  }

  /// Returns a reading connection; in a file of the app, a change that a killed process has not finished is rolled
  /// back for that.
  private static func readable(
    _ path: String, _ applicationID: Int32
  ) throws(StorageError) -> SQLiteConnection {
    do throws(SQLiteError) { return try SQLiteConnection(path: path, mode: .read) } catch {
      guard error.primaryCode == SQLITE_READONLY else { throw error.storageError }
      if let header = SQLiteHeader(path: path), !header.isNew, header.application != applicationID {
        throw SQLiteMigrator.otherProgram(path)
      }
      // A process was killed while it created the file: only a writing connection can roll that
      // back.
      _ = try SQLiteConnection.opened(path, .write)
      return try .opened(path, .read)
    }
  }

  /// Opens another connection, unless the app has ended or another window has set the file aside.
  private func opened(_ mode: SQLiteConnection.Mode) throws(StorageError) -> SQLiteConnection {
    // A connection that writes would create a file that is missing.
    try checkPlace()
    let connection: SQLiteConnection
    do throws(StorageError) { connection = try .opened(path, mode) } catch {
      if case .damaged = error { DamageMark.put(path) }
      throw error
    }
    // It may have been set aside meanwhile: then this is a connection to another file.
    try checkPlace()
    return connection
  }

  private func checkPlace() throws(StorageError) {
    try reader.withLock { connection throws(StorageError) in
      let connection = try open(connection)
      connection.operation = "opening the database"
      try connection.checkPlace()
    }
  }

  /// Returns the connection, unless the app has ended.
  func open(_ connection: SQLiteConnection?) throws(StorageError) -> SQLiteConnection {
    guard let connection, !isClosed.load(ordering: .sequentiallyConsistent) else {
      throw Self.hasEnded
    }
    return connection
  }

  private static let hasEnded = StorageError.unavailable("the app has ended")
}
