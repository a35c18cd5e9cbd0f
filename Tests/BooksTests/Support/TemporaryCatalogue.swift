import Core
import Services
import Books
import Foundation
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
  ) -> LocalCatalogue {
    let path = path("embedded.sqlite")
    return LocalCatalogue(
      CatalogueDatabases(
        embedded: { () throws(StorageError) in
          try SQLiteDatabase(path: path, durability: .losable)
        },
        dump: { dump },
        dumpToFill: { () throws(StorageError) in throw .unavailable("a test reads only") }),
      embedded: .embedded, logger: logger)
  }

  /// Writes a file, and gives its path.
  func write(_ text: some StringProtocol, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
    return path(name)
  }
}

extension OpenLibraryCatalogue {
  /// The records that come with the app.
  static let embedded = OpenLibraryCatalogue(
    source: "embedded", base: openLibrary, client: EmbeddedCatalogueClient())
}
