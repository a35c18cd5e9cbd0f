public import Services
import Synchronization

/// A `Database` in memory: one connection, used by one thread at a time.
/// It is released with its last reference.
///
/// For data that can be recreated, such as a search index. Tests of a feature use its in-memory
/// service instead.
public final class SQLiteMemoryDatabase: Database {
  private let connection: Mutex<SQLiteConnection>

  /// Creates an empty database.
  public init() throws(StorageError) {
    connection = Mutex(try .opened("", .memory))
  }

  /// Reads a consistent state.
  public func read<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try connection.withLock { connection throws(StorageError) in
      try connection.read(operation, body)
    }
  }

  /// Reads a consistent state, with the same connection as ``read(_:_:)``.
  public func readLong<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try read(operation, body)
  }

  /// Writes in one transaction.
  public func write<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any DatabaseTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try connection.withLock { connection throws(StorageError) in
      try connection.write(operation, body)
    }
  }

  /// Runs the pending migrations.
  public func migrate(_ migrations: [Migration]) throws(StorageError) {
    try connection.withLock { connection throws(StorageError) in
      let migrator = SQLiteMigrator(
        connection: connection, applicationID: SQLiteDatabase.usualApplicationID)
      try migrator.run(migrations)
    }
  }

  /// Returns `false`: no other connection can reach the database.
  public func wasChangedOutside() throws(StorageError) -> Bool { false }

  /// Does nothing: there is no log, and deleted data is overwritten (`secure_delete`).
  public func purge() throws(StorageError) {}

  /// Returns a claim that excludes nothing: no other process can reach the database.
  public func claim(_ name: String) throws(StorageError) -> DatabaseClaim? { DatabaseClaim {} }
}
