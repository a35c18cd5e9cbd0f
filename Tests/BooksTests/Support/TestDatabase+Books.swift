import Core
import Services
import Books
import SQLiteStorage
import TestKit
import Testing

extension TestDatabase {
  /// A database with the tables of this feature.
  static func books() throws -> TestDatabase {
    try TestDatabase(BooksFeature.migrations) { try SQLiteDatabase(path: $0) }
  }
}

/// Stores to which a contract is put.
struct NamedLibraryStores: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Makes stores with nothing in them, and gives where they keep it; nil for in memory.
  let make: @Sendable () throws -> (stores: any LibraryStores, database: TestDatabase?)

  static let all = [
    NamedLibraryStores(testDescription: "in memory") { (MemoryLibraryStores(), nil) },
    NamedLibraryStores(testDescription: "in a database") {
      let database = try TestDatabase.books()
      return (DatabaseLibraryStores(database), database)
    },
  ]
}
