import Catalogue
import Services
import Foundation
import LocalCatalogue
import SQLiteStorage
import TestKit

/// A catalogue's database in a temporary folder of one test.
final class TemporaryCatalogue: Sendable {
  private let temporary: TemporaryFolder
  var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  /// A path in the folder.
  func path(_ name: String) -> String { temporary.file(name) }

  /// Opens the database of dumps like a new start of the app.
  func open() throws -> SQLiteDatabase {
    try SQLiteDatabase(path: path("catalogue.sqlite"), durability: .losable)
  }

  /// Opens the catalogue over a database of dumps like a new start of the app.
  func catalogue(
    _ dump: (any Database)? = nil, logger: (any AppLogger)? = nil
  ) -> DatabaseCatalogue {
    DatabaseCatalogue(embedded: [embedded, .inMemory], dump: { dump }, logger: logger)
  }

  /// The embedded records in a file, opened like a new start of the app.
  var embedded: EmbeddedDatabase {
    let path = path("embedded.sqlite")
    return EmbeddedDatabase { () throws(StorageError) in
      try SQLiteDatabase(path: path, durability: .losable)
    }
  }

  /// Writes a file and returns its path.
  func write(_ text: some StringProtocol, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
    return path(name)
  }
}

extension EmbeddedDatabase {
  /// The embedded records in memory, filled once for all tests.
  static let inMemory = EmbeddedDatabase { () throws(StorageError) in try SQLiteMemoryDatabase() }
}
