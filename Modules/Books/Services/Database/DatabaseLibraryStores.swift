import Files
public import Services

/// Stores the libraries of all owners in tables of a database.
public struct DatabaseLibraryStores: LibraryStores {
  private let database: any Database
  /// Reads whole libraries, outside of the shared thread pool.
  private let longWork = LongWork("whole libraries")

  private let damage: RowDamageLog

  /// Creates stores over a migrated database.
  ///
  /// - Parameters:
  ///   - database: the database, migrated by the feature.
  ///   - logger: logs unreadable rows.
  public init(_ database: any Database, logger: any AppLogger = MemoryLogger()) {
    self.database = database
    damage = RowDamageLog(logger)
  }

  /// Returns the library of an owner.
  public func store(of owner: Owner) -> any LibraryStore {
    DatabaseLibraryStore(
      database: database, longWork: longWork, owner: owner.keyPrefix, damage: damage)
  }

  /// Returns the library of an owner inside a transaction.
  public func records(
    of owner: Owner, in transaction: (any DatabaseTransaction)?
  ) -> any LibraryRecords {
    guard let transaction else {
      preconditionFailure("Libraries in a database need a transaction.")
    }
    return DatabaseLibraryRecords(transaction: transaction, owner: owner.keyPrefix, damage: damage)
  }

  /// Reads and changes the library of an owner in one transaction, on the calling thread.
  public func write<Value: Sendable>(
    _ operation: String, for owner: Owner,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try database.write(operation) { transaction throws(StorageError) in
      try body(records(of: owner, in: transaction))
    }
  }
}
