import Files
import Services
import Auth
import Backups
import Books
import SQLiteStorage

/// The databases of an app in files.
struct AppStorage: Sendable {
  // feature: Backups
  /// A module that has always had tables in the main database, by which a backup is told from a copy of
  /// another database of the app.
  private static let oldestModule: String? =
    // feature: Books
    BooksFeature.migrations.first?.module
  // else: nil
  // end

  // end
  let folders: AppFolders
  /// The file of user data.
  let library: SQLiteDatabase
  /// The damaged file of user data that was set aside at this start, or nil.
  let damaged: String?
  /// The database of user data, which refuses writes once this window's session has ended
  /// elsewhere.
  let database: any Database
  // feature: Auth
  /// The session of this window.
  let session: KnownSession
  // end
  // feature: Books
  /// The files of the catalogue.
  let catalogue: CatalogueFiles
  // end
  // feature: Backups
  let backups: SQLiteBackups
  // end
  /// The database of the last screens, or nil if there is none. It is written at each step, and may
  /// lose the last writes.
  let places: SQLiteDatabase?

  /// Opens the databases, and creates missing ones.
  ///
  /// A damaged main database is set aside, see ``damaged``.
  ///
  /// - Parameters:
  ///   - folders: where the files are.
  ///   - tables: the migrations of all features with tables in the main database.
  ///   - retired: the modules of removed features, whose tables may be there.
  @concurrent static func open(
    _ folders: AppFolders, tables: [Migration], retired: Set<String>
  ) async throws(StorageError) -> AppStorage {
    try PrivateFolder.create(folders.data)
    let migrations = DatabaseKeyValueStore.migrations + tables
    let (library, report) = try SQLiteRecovery.open(
      folders.database, migrations: migrations, retired: retired, backups: folders.backups,
      applicationID: AppIdentity.app.applicationID,
      recording: { damage, transaction throws(StorageError) in
        // feature: Backups
        try BackupsFeature.note(damage, in: DatabaseKeyValueStore.records(in: transaction))
        // end
      })
    // feature: Auth
    let session = KnownSession()
    let database = session.guarding(library)
    // else: let database = library
    // end
    return AppStorage(
      folders: folders, library: library, damaged: report?.path, database: database,
      // feature: Auth
      session: session,
      // end
      // feature: Books
      catalogue: CatalogueFiles(folders),
      // end
      // feature: Backups
      backups: backups(of: library, folders, migrations, retired),
      // end
      places: places(folders))
  }

  /// Closes the databases, so that each is one file unless another window uses it.
  func close() {
    // feature: Books
    catalogue.close()
    // end
    places?.close()
    library.close()
  }

  // feature: Backups
  private static func backups(
    of database: SQLiteDatabase, _ folders: AppFolders, _ migrations: [Migration],
    _ retired: Set<String>
  ) -> SQLiteBackups {
    SQLiteBackups(
      of: database, in: folders.backups, migrations: migrations, retired: retired,
      module: oldestModule,
      preparing: { transaction throws(StorageError) in
        // feature: Auth
        // A backup's session signs no user in, and its moves of a guest's data are not reported.
        try AuthFeature.endSessions(in: transaction)
        try AuthFeature.forgetMoves(in: DatabaseKeyValueStore.records(in: transaction))
        // end
        try BackupsFeature.forget(in: DatabaseKeyValueStore.records(in: transaction))
        // feature: Books
        // A backup makes the app ask no server, and tells none a contact.
        try CatalogueSelection.forgetChoices(in: DatabaseKeyValueStore.records(in: transaction))
        // end
      })
  }

  // end
  /// Opens the database of the last screens, without asking the user: a damaged file is created again,
  /// and if none can be used the app starts at its first screen.
  private static func places(_ folders: AppFolders) -> SQLiteDatabase? {
    do throws(StorageError) {
      try PrivateFolder.create(folders.state)
      let database = try SQLiteRecovery.openReplaceable(
        folders.places, pageSize: nil, applicationID: AppIdentity.app.applicationID)
      try database.migrate(DatabaseKeyValueStore.migrations)
      return database
    } catch {
      return nil
    }
  }
}
