public import Services
import Synchronization

extension SQLiteDatabase {
  /// Runs the pending migrations. Without any, it waits for no writer.
  public func migrate(_ migrations: [Migration]) throws(StorageError) {
    let isUpToDate = try isUpToDate(migrations)
    defer { remember(migrations) }
    if isUpToDate { return }
    try writer.withLockUnlessCancelled { connection throws(StorageError) in
      try migrating(connection) { migrator throws(StorageError) in
        try migrator.run(migrations)
      }
    }
  }

  /// Returns whether all migrations have run.
  ///
  /// - Throws: also `StorageError.newer` for a database that a newer version of the app has migrated.
  func isUpToDate(_ migrations: [Migration]) throws(StorageError) -> Bool {
    try reader.withLock { connection throws(StorageError) in
      try migrating(connection) { migrator throws(StorageError) in
        try migrator.isUpToDate(migrations)
      }
    }
  }

  private func remember(_ migrations: [Migration]) {
    let modules = Set(migrations.map(\.module))
    known.withLock { known in
      known.migrations = known.migrations.filter { !modules.contains($0.module) } + migrations
    }
  }

  /// Throws if a newer version of the app has migrated the file, by whose rules this one can't write.
  func checkSchema(_ connection: SQLiteConnection) throws(StorageError) {
    // It changes with each change of the schema (sqlite.org/pragma.html#pragma_schema_version).
    let version = try connection.number("PRAGMA schema_version")
    guard version != known.withLock({ $0.schema }) else { return }
    try refuseNewer(migrator(connection))
    known.withLock { $0.schema = version }
  }

  /// Throws if a newer version of the app has migrated the file. A caller that holds the write lock knows that this
  /// stays so.
  func refuseNewer() throws(StorageError) {
    try reader.withLock { connection throws(StorageError) in
      try migrating(connection) { migrator throws(StorageError) in try refuseNewer(migrator) }
    }
  }

  private func refuseNewer(_ migrator: SQLiteMigrator) throws(StorageError) {
    let (migrations, retired) = known.withLock { ($0.migrations, $0.retired) }
    try migrator.check(migrations)
    if let retired { try migrator.refuseOthers(than: migrations, retired) }
  }

  /// Runs migrations; a row that can't be decoded does not count as damage of the file.
  private func migrating<Value>(
    _ connection: SQLiteConnection?, _ body: (SQLiteMigrator) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    let connection = try open(connection)
    do throws(StorageError) { return try body(migrator(connection)) } catch {
      if case .damaged(let what) = error, !connection.foundDamage { throw .unavailable(what) }
      throw error
    }
  }

  /// Throws for a database with tables of another module, unless it is a retired one; later writes do, too.
  func refuseOthers(
    than migrations: [Migration], _ retired: Set<String>
  ) throws(StorageError) {
    known.withLock { $0.retired = retired }
    try reader.withLock { connection throws(StorageError) in
      try migrating(connection) { migrator throws(StorageError) in
        try migrator.refuseOthers(than: migrations, retired)
      }
    }
  }

  private func migrator(_ connection: SQLiteConnection) -> SQLiteMigrator {
    SQLiteMigrator(connection: connection, applicationID: applicationID)
  }
}
