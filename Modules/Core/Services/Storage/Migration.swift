/// One schema migration of a module.
///
/// A module lists its migrations oldest first and only appends: a released one never changes. Each
/// runs once in a database, all pending ones in one transaction. A database with an unknown
/// migration comes from a newer version of the app, and is refused unchanged.
///
/// Foreign keys are checked, and `PRAGMA foreign_keys` does nothing in a transaction: `DROP TABLE` also deletes the
/// rows that refer to the table with `ON DELETE CASCADE`. To recreate a table, first drop the tables that refer to
/// it, then the table itself, and create all of them again. A restore may change the rowids of a table without an
/// `INTEGER PRIMARY KEY`.
///
/// A damaged file may have values that a CHECK or NOT NULL refuses, and rows whose parent is gone. When you copy rows,
/// leave these out. Before `ADD COLUMN` with a CHECK, which makes SQLite check all rows, replace such values; newer
/// versions of SQLite check the rows of a `STRICT` table for any new column. Otherwise the app can't start.
public struct Migration: Sendable {
  /// The module's name in lower case.
  public let module: String
  /// The migration's name, unique in the module, such as `shelves`.
  public let name: String
  /// Changes the schema.
  public let run: @Sendable (any DatabaseTransaction) throws(StorageError) -> Void

  /// Creates a migration.
  public init(
    _ module: String, _ name: String,
    run: @escaping @Sendable (any DatabaseTransaction) throws(StorageError) -> Void
  ) {
    self.module = module
    self.name = name
    self.run = run
  }

  /// Creates a migration from a list of statements.
  public init(_ module: String, _ name: String, _ statements: [String]) {
    self.init(module, name) { transaction throws(StorageError) in
      for statement in statements { try transaction.execute(statement) }
    }
  }
}
