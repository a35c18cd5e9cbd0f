import Services
import Auth
import Backups
import Books
import SQLiteStorage

/// Where an app keeps its things: databases in files.
struct AppStorage: Sendable {
  /// The steps of every module that keeps tables in the main database.
  private static let migrations =
    DatabaseKeyValueStore.migrations + BooksFeature.migrations + AuthFeature.migrations

  let folders: AppFolders
  /// The file of what a person entered.
  let library: SQLiteDatabase
  /// What a person entered, written for as long as whoever is signed in here is so in every window.
  let database: any Database
  /// Whose session that is.
  let session: KnownSession
  let backups: SQLiteBackups
  /// Where the app was, or nil where that can't be kept. It is written at each step through the app,
  /// and may lose the last ones.
  let places: SQLiteDatabase?
  /// The books to look around in.
  let catalogue: CatalogueFiles

  /// Opens the databases, and makes what is missing.
  ///
  /// A main database that is damaged is set aside, and the app will ask what to do.
  @concurrent static func open(_ folders: AppFolders) async throws(StorageError) -> AppStorage {
    try PrivateFolder.create(folders.data)
    let library = try SQLiteRecovery.open(
      folders.database, migrations: migrations, backups: folders.backups,
      noting: { damage, transaction throws(StorageError) in
        try BackupsFeature.note(damage, in: DatabaseKeyValueStore.records(in: transaction))
      }
    ).database
    let session = KnownSession()
    return AppStorage(
      folders: folders, library: library, database: session.guarding(library), session: session,
      backups: backups(of: library, folders),
      places: places(folders), catalogue: CatalogueFiles(folders))
  }

  /// Closes the databases, so that each is one file where no other window uses it.
  func close() {
    catalogue.close()
    places?.close()
    library.close()
  }

  private static func backups(of database: SQLiteDatabase, _ folders: AppFolders) -> SQLiteBackups {
    SQLiteBackups(
      of: database, in: folders.backups, migrations: migrations,
      module: BooksFeature.migrations.first?.module,
      preparing: { transaction throws(StorageError) in
        // No user is signed in by a copy that was made while they were.
        try AuthFeature.endSessions(in: transaction)
        try BackupsFeature.forget(in: DatabaseKeyValueStore.records(in: transaction))
      })
  }

  /// Where the app was is worth no question: what can't be read is set aside, and where nothing can
  /// be kept the app begins at its first screen.
  private static func places(_ folders: AppFolders) -> SQLiteDatabase? {
    do throws(StorageError) {
      try PrivateFolder.create(folders.state)
      return try SQLiteRecovery.open(
        folders.places, migrations: DatabaseKeyValueStore.migrations, backups: folders.backups,
        durability: .losable
      ).database
    } catch {
      return nil
    }
  }
}
