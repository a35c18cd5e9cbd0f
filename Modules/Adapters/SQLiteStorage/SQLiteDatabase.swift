public import Services
import CSQLite
import Synchronization

/// A database file as Core's ``Core/Database``: one connection that writes, and two that read.
///
/// In WAL mode (sqlite.org/wal.html) nobody who reads waits for somebody who writes, and a commit is
/// there as a whole or not at all, whenever the process or the machine ends. A connection is used by
/// one thread at a time; a lock costs next to nothing where a change of threads costs more than most
/// statements.
public final class SQLiteDatabase: Database {
  /// Whether a power failure may take the last commits.
  public enum Durability: Hashable, Sendable {
    /// A commit is on the disk before it returns.
    case full
    /// The file stays whole, but the last commits may be gone: for what can be made again.
    case losable
  }

  /// The file.
  public let path: String
  let writer: Mutex<SQLiteConnection?>
  let reader: Mutex<SQLiteConnection?>
  let longReader = Mutex<SQLiteConnection?>(nil)
  /// Whether there are no connections any more, and none is made.
  let isClosed = Atomic(false)
  private let version: Mutex<Int>

  /// Opens a file, and creates one that is not there, for its owner alone (mode 0600).
  ///
  /// - Parameter pageSize: how large the pages of a new file are, in bytes: more than SQLite's usual 4096
  ///   for one that is written and read in long rows.
  /// - Throws: ``Core/StorageError``, of which ``Core/StorageError/newer`` and
  ///   ``Core/StorageError/damaged(_:)`` say that there is a file, which is left as it is.
  public init(
    path: String, durability: Durability = .full, pageSize: Int? = nil
  ) throws(StorageError) {
    self.path = path
    try StorageFile.create(path)
    // Whoever only reads can't change a file that is refused.
    reader = Mutex(try Self.checked(path))
    writer = Mutex(
      try Self.connected(path, durability == .full ? .write : .writeLosable, pageSize))
    version = Mutex(0)
    _ = try wasChangedOutside()
  }

  /// Reads a consistent state.
  public func read<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try reader.withLock { connection throws(StorageError) in
      let connection = try Self.open(connection)
      return try noting(connection) { () throws(StorageError) in
        try connection.read(operation, body)
      }
    }
  }

  /// Reads a consistent state with a connection that only long work waits for.
  public func readLong<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try longReader.withLockUnlessCancelled { kept throws(StorageError) in
      let connection = if let kept { kept } else { try opened(.read) }
      kept = connection
      return try noting(connection) { () throws(StorageError) in
        try connection.read(operation, body)
      }
    }
  }

  /// Changes something in one transaction.
  public func write<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any DatabaseTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try writer.withLockUnlessCancelled { connection throws(StorageError) in
      let connection = try Self.open(connection)
      return try noting(connection) { () throws(StorageError) in
        try connection.write(operation, body)
      }
    }
  }

  /// Brings the tables up to date. Where they are, nobody who writes is waited for.
  public func migrate(_ migrations: [Migration]) throws(StorageError) {
    let isUpToDate = try reader.withLock { connection throws(StorageError) in
      try Self.migrating(connection) { migrator throws(StorageError) in
        try migrator.isUpToDate(migrations)
      }
    }
    if isUpToDate { return }
    try writer.withLockUnlessCancelled { connection throws(StorageError) in
      try Self.migrating(connection) { migrator throws(StorageError) in
        try migrator.run(migrations)
      }
    }
  }

  /// A row that a migration can't decode is no reason to set the whole file aside.
  private static func migrating<Value>(
    _ connection: SQLiteConnection?, _ body: (SQLiteMigrator) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    let connection = try open(connection)
    do throws(StorageError) { return try body(SQLiteMigrator(connection: connection)) } catch {
      if case .damaged(let what) = error, !connection.foundDamage { throw .unavailable(what) }
      throw error
    }
  }

  /// Refuses a database with tables of a module that is not among these.
  func refuseOthers(than migrations: [Migration]) throws(StorageError) {
    try reader.withLock { connection throws(StorageError) in
      try SQLiteMigrator(connection: Self.open(connection)).refuseOthers(than: migrations)
    }
  }

  /// Whether another connection has changed the file since this was asked last.
  ///
  /// The connection that writes is asked (sqlite.org/pragma.html#pragma_data_version): its number
  /// changes by everybody's commits but its own. A transaction of this process that runs longer than a
  /// moment, such as an import, is not waited for: then the answer is no, and the next one tells what
  /// was changed meanwhile.
  public func wasChangedOutside() throws(StorageError) -> Bool {
    let now = try writer.withLock(within: Self.patience) { connection throws(StorageError) in
      try Self.open(connection).required("PRAGMA data_version", "looking for changes")
    }
    guard let now else { return false }
    return version.withLock { version in
      defer { version = now }
      return version != now
    }
  }

  /// Empties the log beside the file. The file itself keeps nothing: what is removed is overwritten
  /// (`secure_delete`).
  public func purge() throws(StorageError) {
    try writer.withLockUnlessCancelled { connection throws(StorageError) in
      let isBusy = try Self.open(connection).required(
        "PRAGMA wal_checkpoint(TRUNCATE)", "overwriting deleted data")
      guard isBusy == 0 else {
        if Task.isCancelled { throw .cancelled }
        throw .unavailable("overwriting deleted data: another window is reading")
      }
    }
  }

  /// Leaves a mark when SQLite reports damage, so that the next start checks the whole file.
  private func noting<Value: Sendable>(
    _ connection: SQLiteConnection, _ body: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    do throws(StorageError) { return try body() } catch {
      if connection.foundDamage { DamageMark.put(path) }
      throw error
    }
  }

  /// Calls `body` with a connection of its own, for what is done to the file as a whole.
  func withOwnConnection<Value>(
    _ mode: SQLiteConnection.Mode, _ body: (SQLiteConnection) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    do throws(StorageError) { return try body(try opened(mode)) } catch {
      if case .damaged = error { DamageMark.put(path) }
      throw error
    }
  }

  /// A connection that reads, to a file that is one of the app's.
  private static func checked(_ path: String) throws(StorageError) -> SQLiteConnection {
    let connection: SQLiteConnection
    do throws(SQLiteError) {
      do throws(SQLiteError) {
        connection = try SQLiteConnection(path: path, mode: .read)
      } catch  where error.primaryCode == SQLITE_READONLY {
        // A process ended while it made the file: only a connection that writes can take that back.
        _ = try SQLiteConnection(path: path, mode: .write)
        connection = try SQLiteConnection(path: path, mode: .read)
      }
    } catch { throw error.storageError }
    try SQLiteMigrator(connection: connection).check()
    return connection
  }

  private static func connected(
    _ path: String, _ mode: SQLiteConnection.Mode, _ pageSize: Int? = nil
  ) throws(StorageError) -> SQLiteConnection {
    do throws(SQLiteError) {
      return try SQLiteConnection(path: path, mode: mode, pageSize: pageSize)
    } catch { throw error.storageError }
  }

  /// Another connection.
  private func opened(_ mode: SQLiteConnection.Mode) throws(StorageError) -> SQLiteConnection {
    if isClosed.load(ordering: .sequentiallyConsistent) { throw Self.hasEnded }
    return try Self.connected(path, mode)
  }

  private static func open(
    _ connection: SQLiteConnection?
  ) throws(StorageError) -> SQLiteConnection {
    guard let connection else { throw hasEnded }
    return connection
  }

  private static let hasEnded = StorageError.unavailable("the app has ended")
}
