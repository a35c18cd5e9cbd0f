import Services
import SQLiteStorage
import TestKit

@testable import Books

/// A file with a library, in which a test writes what the app never does.
struct DamagedFile {
  private let folder: TemporaryFolder
  var path: String { folder.file("library.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  /// Opens the file, as each start of the app and each window does.
  func database(
    _ migrations: [Migration] = BooksFeature.migrations
  ) throws -> SQLiteDatabase {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(migrations)
    return database
  }

  /// Opens the file, and returns the guest's library.
  func store(_ logger: any AppLogger = MemoryLogger()) throws -> any LibraryStore {
    DatabaseLibraryStores(try database(), logger: logger).store(of: .guest)
  }

  /// Runs statements, also those that the checks of the tables refuse.
  func damage(_ statements: [String]) throws {
    let connection = try SQLiteConnection(path: path, mode: .write)
    try connection.run("PRAGMA ignore_check_constraints=ON")
    try connection.run("PRAGMA foreign_keys=OFF")
    for statement in statements { try connection.run(statement) }
  }

  /// Runs a statement, also one that the checks of the tables refuse.
  func damage(_ statement: String) throws { try damage([statement]) }
}
