public import Files
public import Services
import Foundation

/// Makes backups of a database in a folder: `library-0001-2026-11-20.sqlite` and so on, and
/// `before-restoring-0002-2026-11-21.sqlite` for replaced libraries.
public struct SQLiteBackups: BackupKeeper {
  /// The number of automatic backups that are kept.
  public static let limit = 7
  /// The number of replaced libraries that are kept however old they are.
  private static let replacedLimit = 3
  /// The number of days for which each replaced library is kept.
  private static let replacedDays = 30

  /// The path of the folder of automatic backups.
  public var folderPath: String { folder.path }

  private let database: SQLiteDatabase
  private let folder: BackupFolder
  private let migrations: [Migration]
  private let retired: Set<String>
  private let module: String?
  private let preparing: @Sendable (any DatabaseTransaction) throws(StorageError) -> Void

  /// Creates a keeper.
  ///
  /// - Parameters:
  ///   - database: the database that is copied and replaced.
  ///   - folder: the folder of automatic backups; created when needed.
  ///   - migrations: the migrations of an older backup when it is restored.
  ///   - retired: the modules that the app no longer has. A backup may have their tables and the indexes
  ///     of these, but no trigger, view, virtual table, generated column or calculated index of theirs.
  ///   - module: a module that has always had tables in this database, and in no other one of the
  ///     app: a file without them isn't a backup of it.
  ///   - preparing: removes data from a backup that must not be restored.
  public init(
    of database: SQLiteDatabase, in folder: String, migrations: [Migration],
    retired: Set<String> = [], module: String? = nil,
    preparing: @escaping @Sendable (any DatabaseTransaction) throws(StorageError) -> Void = { _ in }
  ) {
    self.database = database
    self.folder = BackupFolder(path: folder)
    self.migrations = migrations
    self.retired = retired
    self.module = module
    self.preparing = preparing
  }

  /// Writes a snapshot of the database to a file.
  ///
  /// It replaces no other database than a backup that the user made: not one that an app uses, in
  /// any folder, and not an automatic backup. Nor does it delete a file beside it.
  public func backUp(
    to path: String, replacing replaces: Bool, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) {
    do throws(FileProblem) {
      try ownFiles.refuse(path)
      if let header = SQLiteHeader(path: path) {
        guard header.isBackup(of: database.applicationID), !folder.isLike(path) else {
          throw .database(path)
        }
      }
    } catch { throw StorageError(error) }
    try StorageFile.refuseCompanions(of: path, replaces: replaces)
    try database.copy(
      to: StorageFile.replacement(of: path, replaces: replaces),
      finishing: { draft throws(StorageError) in
        try finish(draft)
        // The copy takes a while.
        try StorageFile.refuseCompanions(of: path, replaces: replaces)
      }, progress: progress)
  }

  /// Makes a copy of the library ready to be restored, or throws.
  private func finish(_ draft: String) throws(StorageError) { try clean(draft, for: .backingUp) }

  /// Makes a copy what a restore accepts, or throws.
  private func clean(_ draft: String, for use: ComparedSchema.Use) throws(StorageError) {
    let mark = database.applicationID
    try Self.check(draft, migrations, retired, mark, module: module, for: use, reading: false)
    try Self.clean(draft, migrations, retired, mark, for: use)
  }

  /// Throws for a file that can't be restored.
  public func check(_ path: String) throws(StorageError) {
    do throws(FileProblem) { try ownFiles.refuse(path, allowingBackups: true) } catch {
      throw StorageError(error)
    }
    let path = StorageFile.resolvingLinks(in: path)
    try Self.check(
      path, migrations, retired, database.applicationID, module: module, for: use(ofFile: path))
  }

  /// Returns the reason for a check of a file that is to be restored, and to which no link leads.
  private func use(ofFile path: String) -> ComparedSchema.Use {
    let replaced = folder.backups(.replaced).map { StorageFile.resolvingLinks(in: $0.path) }
    return .restoring(isOwn: replaced.contains(path))
  }

  /// Replaces the content of the database by a backup.
  ///
  /// A copy of the backup is checked and migrated first, so that the database changes once: if the
  /// restore is killed or fails, the database keeps its content. If a disk breaks at the end, and stays broken, the
  /// next start may have the backup; then the message says so, and names the saved content.
  public func restore(
    from path: String, on day: CalendarDate, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) -> String {
    do throws(FileProblem) { try ownFiles.refuse(path, allowingBackups: true) } catch {
      throw StorageError(error)
    }
    let path = StorageFile.resolvingLinks(in: path)
    let use = use(ofFile: path)
    try folder.create()
    folder.removeLeftovers()
    let before = try folder.reserve(.replaced, day)
    do throws(StorageError) {
      let work = try StorageFile.replacement(of: before)
      defer { work.discard() }
      try SQLiteDatabase.copy(from: path, toNew: work.draft, isOwn: use.isOwn) {
        progress($0, 2 * $1)
      }
      do throws(StorageError) { try prepare(work.draft, for: use) } catch {
        throw error.about(path, insteadOf: work.draft)
      }
      let old = try StorageFile.replacement(of: before)
      do throws(StorageError) {
        try database.replaceContent(from: work.draft, keeping: old) { progress($0 + $1, 2 * $1) }
      } catch {
        // The copy of the backup was checked, so the damage is in the library.
        guard case .damaged(let what) = error else { throw error }
        throw .refused("your library can't be read (\(what)). Quit the app and start it again")
      }
    } catch {
      // The old state may not be readable now; as a reserved name it is empty.
      if folder.size(before) > 0, mayHaveCommitted(error) {
        let reason = if case .unavailable(let why) = error { why } else { "there is no space left" }
        throw .unavailable(
          "\(reason). The next start may have the backup; the data from before is in \(before)")
      }
      unlink(before)
      throw error
    }
    removeReplaced(before: day, but: path)
    return before
  }

  /// Whether the commit of a restore that has failed may be in the log, so that the next start finds the backup.
  private func mayHaveCommitted(_ error: StorageError) -> Bool {
    switch error {
    // SQLite writes a commit before it syncs the log and enlarges its index. Emptying the log drops what isn't in the
    // index.
    case .unavailable, .full: (try? database.purge()) == nil
    default: false
    }
  }

  /// Deletes replaced libraries older than thirty days, except the newest three and the one that
  /// was just restored. The machine's clock has to agree, because `--now` may set any day.
  private func removeReplaced(before day: CalendarDate, but path: String) {
    for old in folder.backups(.replaced).dropFirst(Self.replacedLimit)
    where day.daysSince1970 - old.day.daysSince1970 > Self.replacedDays
      && folder.age(of: old.path) > Self.replacedDays * 86_400
      && StorageFile.resolvingLinks(in: old.path) != path
    { unlink(old.path) }
  }

  /// Cleans and migrates a copy, and gives it the page size of the database that it replaces.
  private func prepare(_ path: String, for use: ComparedSchema.Use) throws(StorageError) {
    let pageSize = try database.read("looking at the pages") { reader throws(StorageError) in
      try reader.number("PRAGMA page_size")
    }
    try clean(path, for: use)
    // It has no other triggers and views now than the library.
    let copy = try SQLiteConnection.opened(path, .trustedCopy)
    try SQLiteMigrator(connection: copy, applicationID: database.applicationID).run(migrations)
    try copy.write("restoring a backup") { transaction throws(StorageError) in
      try preparing(transaction)
    }
    if try copy.number("PRAGMA page_size", "restoring a backup") != pageSize {
      // The temporary copy is as large as the file, so it is not kept in memory.
      try copy.execute("PRAGMA temp_store=FILE")
      try copy.execute("PRAGMA page_size=\(pageSize)")
      try copy.execute("VACUUM")
    }
    try copy.checkThoroughly()
  }

  /// Makes the automatic backup of the day.
  public func backUpDaily(on day: CalendarDate) throws(StorageError) {
    let backups = automaticBackups()
    guard !backups.contains(where: { $0.day == day }), try isUsed() else { return }
    try folder.create()
    folder.removeLeftovers()
    let file = try folder.file(.automatic, day)
    try database.copy(to: StorageFile.replacement(of: file), finishing: finish) { _, _ in }
    for old in backups.dropFirst(Self.limit - 1) { unlink(old.path) }
  }

  /// Returns the automatic backups, newest first; none if their folder can't be read.
  public func automaticBackups() -> [Backup] { folder.backups(.automatic) }

  /// Deletes all copies in the folder, and what was set aside of the database after damage.
  public func removeAllCopies() throws(StorageError) {
    let removed = Result { () throws(StorageError) in try folder.removeAll() }
    // Also if backups are left.
    try SQLiteRecovery.removeSetAside(database.path)
    try removed.get()
  }

  private var ownFiles: OwnFiles {
    OwnFiles(databases: [database.path], backups: ["\(folder.path)/"])
  }

  /// Returns whether there is user data: a row in any ordinary table except the list of migrations. SQLite's own tables
  /// and those in which a full-text index has its words are not empty in a new database.
  private func isUsed() throws(StorageError) -> Bool {
    try database.read("looking for data to back up") { reader throws(StorageError) in
      let tables = try reader.rows(
        """
        SELECT name FROM pragma_table_list
        WHERE schema = 'main' AND type = 'table'
          AND name <> 'migrations' AND name NOT GLOB 'sqlite_*'
        """
      ) { row throws(StorageError) in try row.string(0) }
      for table in tables where !table.contains("\"") {
        let sql = "SELECT 1 FROM \"\(table)\" LIMIT 1"
        if try reader.first(sql, [], { _ in true }) == true { return true }
      }
      return false
    }
  }
}
