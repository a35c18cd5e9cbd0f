import Auth
import Books
import Core
import SQLiteStorage

/// Where an app keeps its things: databases in files.
struct AppStorage: Sendable {
  /// The steps of every module that keeps tables in the main database.
  private static let migrations = DatabaseKeyValueStore.migrations

  let folders: AppFolders
  /// What a person entered.
  let database: SQLiteDatabase
  /// Where the app was. It is written at each step through the app, and may lose the last ones.
  let places: SQLiteDatabase

  /// Opens the databases, and makes what is missing.
  @concurrent static func open(_ folders: AppFolders) async throws(StorageError) -> AppStorage {
    try PrivateFolder.create(folders.data)
    let database = try SQLiteDatabase(path: folders.database)
    try database.migrate(migrations)
    return AppStorage(folders: folders, database: database, places: try places(folders))
  }

  private static func places(_ folders: AppFolders) throws(StorageError) -> SQLiteDatabase {
    try PrivateFolder.create(folders.state)
    let database = try SQLiteDatabase(path: folders.places, durability: .losable)
    try database.migrate(DatabaseKeyValueStore.migrations)
    return database
  }
}
