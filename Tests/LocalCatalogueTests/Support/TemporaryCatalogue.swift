import Catalogue
import Services
import Foundation
import LocalCatalogue
import SQLiteStorage

/// A catalogue's database in a folder that is there for one test.
final class TemporaryCatalogue: Sendable {
  let folder: String

  init() throws {
    folder =
      FileManager.default.temporaryDirectory.appending(path: "catalogue-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// A path in the folder.
  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Opens the database of dumps, as a new start of the app would.
  func open() throws -> SQLiteDatabase {
    try SQLiteDatabase(path: path("catalogue.sqlite"), durability: .losable)
  }

  /// The catalogue over a database of dumps, as a new start of the app would open it.
  func catalogue(
    _ dump: (any Database)? = nil, logger: (any AppLogger)? = nil
  ) -> DatabaseCatalogue {
    DatabaseCatalogue(embedded: [embedded, .inMemory], dump: { dump }, logger: logger)
  }

  /// The records that come with the app in a file, as a new start of the app would open it.
  var embedded: EmbeddedDatabase {
    let path = path("embedded.sqlite")
    return EmbeddedDatabase { () throws(StorageError) in
      try SQLiteDatabase(path: path, durability: .losable)
    }
  }

  /// Writes a file, and gives its path.
  func write(_ text: some StringProtocol, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
    return path(name)
  }
}

extension EmbeddedDatabase {
  /// The records that come with the app, in memory: filled once for all tests.
  static let inMemory = EmbeddedDatabase { () throws(StorageError) in try SQLiteMemoryDatabase() }
}
