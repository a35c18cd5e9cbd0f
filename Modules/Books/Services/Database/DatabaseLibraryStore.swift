import Files
import Services

/// One owner's library in tables of a database.
struct DatabaseLibraryStore: LibraryStore {
  let database: any Database
  let longWork: LongWork
  /// The owner's key in the tables.
  let owner: String
  let damage: RowDamageLog

  @concurrent func read<Value: Sendable>(
    _ operation: String, isLong: Bool,
    _ body: @Sendable (any LibraryReader) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    guard isLong else {
      return try database.read(operation) { reader throws(StorageError) in
        try body(library(reader))
      }
    }
    return try await longWork.run { () throws(StorageError) in
      try database.readLong(operation) { reader throws(StorageError) in
        try body(library(reader))
      }
    }
  }

  @concurrent func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try database.write(operation) { transaction throws(StorageError) in
      try body(DatabaseLibraryRecords(transaction: transaction, owner: owner, damage: damage))
    }
  }

  private func library(_ reader: any DatabaseReader) -> DatabaseLibraryReader {
    DatabaseLibraryReader(reader: reader, owner: owner, damage: damage)
  }
}
