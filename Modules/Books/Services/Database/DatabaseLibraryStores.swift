import Files
public import Services

/// Keeps the libraries of all owners in tables of a database.
public struct DatabaseLibraryStores: LibraryStores {
  private let database: any Database
  /// Where whole libraries are read, which takes longer than a moment.
  private let longWork = LongWork("whole libraries")

  private let damage: RowDamageLog

  /// Creates stores over a database that was brought up to date.
  ///
  /// - Parameter logger: is told of rows that can't be read.
  public init(_ database: any Database, logger: any AppLogger = MemoryLogger()) {
    self.database = database
    damage = RowDamageLog(logger)
  }

  /// The library of an owner.
  public func store(of owner: Owner) -> any LibraryStore {
    DatabaseLibraryStore(
      database: database, longWork: longWork, owner: owner.keyPrefix, damage: damage)
  }

  /// The library of an owner as a part of a transaction.
  public func records(
    of owner: Owner, in transaction: (any DatabaseTransaction)?
  ) -> any LibraryRecords {
    guard let transaction else {
      preconditionFailure("Libraries in a database need a transaction.")
    }
    return DatabaseLibraryRecords(transaction: transaction, owner: owner.keyPrefix, damage: damage)
  }
}
