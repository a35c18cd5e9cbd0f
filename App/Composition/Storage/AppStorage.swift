import Auth
import Backups
import Books
import Core
import Foundation
import SQLiteStorage

/// Where an app keeps its things: databases in files.
struct AppStorage: Sendable {
  /// The steps of every module that keeps tables in the main database.
  private static let migrations =
    DatabaseKeyValueStore.migrations + BooksFeature.migrations + AuthFeature.migrations

  let folders: AppFolders
  /// What a person entered.
  let database: SQLiteDatabase
  let backups: SQLiteBackups
  /// Where the app was. It is written at each step through the app, and may lose the last ones.
  let places: SQLiteDatabase
  /// The books to look around in, or nil where there is no room for them.
  let catalogue: SQLiteDatabase?

  /// Opens the databases, and makes what is missing.
  ///
  /// A main database that is damaged is set aside, and the app will ask what to do.
  @concurrent static func open(_ folders: AppFolders) async throws(StorageError) -> AppStorage {
    try PrivateFolder.create(folders.data)
    let database = try SQLiteRecovery.open(
      folders.database, migrations: migrations, backups: folders.backups,
      noting: { damage, transaction throws(StorageError) in
        try BackupsFeature.note(damage, in: DatabaseKeyValueStore.records(in: transaction))
      }
    ).database
    return AppStorage(
      folders: folders, database: database, backups: backups(of: database, folders),
      places: try places(folders), catalogue: catalogue(folders))
  }

  private static func backups(of database: SQLiteDatabase, _ folders: AppFolders) -> SQLiteBackups {
    SQLiteBackups(
      of: database, in: folders.backups, migrations: migrations,
      preparing: { transaction throws(StorageError) in
        // Nobody is signed in by a copy that was made while they were.
        try AuthFeature.endSessions(in: transaction)
        try BackupsFeature.forget(in: DatabaseKeyValueStore.records(in: transaction))
      })
  }

  /// Where the app was is worth no question: what can't be read is set aside, and begun anew.
  private static func places(_ folders: AppFolders) throws(StorageError) -> SQLiteDatabase {
    try PrivateFolder.create(folders.state)
    return try SQLiteRecovery.open(
      folders.places, migrations: DatabaseKeyValueStore.migrations, backups: folders.backups,
      durability: .losable
    ).database
  }

  /// The catalogue can be made again: one that can't be read is removed, and where there can't be any
  /// the app has the one that comes with it.
  private static func catalogue(_ folders: AppFolders) -> SQLiteDatabase? {
    do throws(StorageError) {
      return try SQLiteDatabase(path: folders.catalogue, durability: .losable)
    } catch .damaged {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: folders.catalogue + suffix)
      }
      return try? SQLiteDatabase(path: folders.catalogue, durability: .losable)
    } catch {
      return nil
    }
  }
}
