import Core
import Services
import SQLiteStorage
import TestKit
import Testing

@testable import Books

extension TestDatabase {
  /// A database with the tables of this feature.
  static func books() throws -> TestDatabase {
    try TestDatabase(BooksFeature.migrations) { try SQLiteDatabase(path: $0) }
  }
}

/// Stores that a contract checks.
struct NamedLibraryStores: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Creates empty stores, and returns their database; nil in memory.
  let make: @Sendable () throws -> (stores: any LibraryStores, database: TestDatabase?)

  static let all = [
    NamedLibraryStores(testDescription: "in memory") { (MemoryLibraryStores(), nil) },
    NamedLibraryStores(testDescription: "in a database") {
      let database = try TestDatabase.books()
      return (DatabaseLibraryStores(database), database)
    },
  ]
}
