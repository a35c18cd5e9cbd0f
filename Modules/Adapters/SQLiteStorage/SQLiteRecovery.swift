public import Files
public import Services
import Foundation

/// Opens a database, also after damage: an unreadable file is set aside. Only
/// ``SQLiteBackups/removeAllCopies()`` deletes it.
public enum SQLiteRecovery {
  /// Opens and migrates a database.
  ///
  /// A database in which damage was found is checked as a whole first. The damage is recorded
  /// together with the new database; if the process is killed before that, the next start
  /// continues.
  ///
  /// - Parameters:
  ///   - path: the database's file.
  ///   - migrations: the schema migrations, oldest first.
  ///   - retired: the modules that the app no longer has. Their tables stay, and nothing reads them.
  ///   - backups: the folder of the automatic backups.
  ///   - applicationID: the mark of the app's files.
  ///   - recording: records what was done, for a message to the user.
  /// - Returns: the database, and a report if the old one could not be read.
  public static func open(
    _ path: String, migrations: [Migration], retired: Set<String> = [], backups: String,
    applicationID: Int32 = SQLiteDatabase.usualApplicationID,
    recording:
      @escaping @Sendable (DamageReport, any DatabaseTransaction) throws(StorageError) -> Void =
      { _, _ in }
  ) throws(StorageError) -> (database: SQLiteDatabase, report: DamageReport?) {
    try Opening(
      path: path, migrations: migrations, retired: retired, backups: backups,
      applicationID: applicationID, recording: recording
    ).open()
  }

  /// The suffixes of a database's files. The file itself is the last that is moved: when it is there,
  /// `setAside(_:as:)` has finished, and until then the mark of the damage makes the next start continue.
  static let suffixes = StorageFile.companions + [""]

  /// Returns whether damage was found in a database since it was last checked as a whole.
  public static func hasDamage(_ path: String) -> Bool { DamageMark.isThere(path) }

  /// Deletes what was set aside of a database.
  ///
  /// - Throws: the problem with the first file that is left, after all others were deleted.
  static func removeSetAside(_ path: String) throws(StorageError) {
    let base = (base(path) as NSString).lastPathComponent
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path.folderOfPath)
    else { throw StorageFile.problem(path.folderOfPath) }
    let aside = /-damaged-[0-9]+\.sqlite(?:-journal|-wal|-shm)?/
    var problem: StorageError?
    for name in names where name.hasPrefix(base) {
      guard name.dropFirst(base.count).wholeMatch(of: aside) != nil else { continue }
      let file = (path.folderOfPath as NSString).appendingPathComponent(name)
      if unlink(file) != 0, errno != ENOENT { problem = problem ?? StorageFile.problem(file) }
    }
    if let problem { throw problem }
  }

  /// Returns the beginning of the names of files that are set aside.
  private static func base(_ path: String) -> String {
    path.hasSuffix(".sqlite") ? String(path.dropLast(".sqlite".count)) : path
  }

  /// Returns a name that no database has that was set aside, and no log of one.
  fileprivate static func asideName(_ path: String) -> String {
    var number = 1
    func name() -> String { "\(base(path))-damaged-\(number).sqlite" }
    while suffixes.contains(where: { access(name() + $0, F_OK) == 0 }) { number += 1 }
    return name()
  }

  /// Renames the file together with the files beside it.
  fileprivate static func setAside(_ path: String, as aside: String) throws(StorageError) {
    // A killed process has done this: the current file is a new one.
    if access(aside, F_OK) == 0 { return }
    for suffix in suffixes {
      guard rename(path + suffix, aside + suffix) == 0 || errno == ENOENT else {
        throw StorageFile.problem(path + suffix)
      }
    }
    // There was only a log: with an empty file the next start knows that it was set aside.
    if access(aside, F_OK) != 0 { try StorageFile.create(aside) }
  }
}

/// One call of ``SQLiteRecovery/open(_:migrations:retired:backups:applicationID:recording:)``.
private struct Opening {
  let path: String
  let migrations: [Migration]
  let retired: Set<String>
  let backups: String
  let applicationID: Int32
  let recording: @Sendable (DamageReport, any DatabaseTransaction) throws(StorageError) -> Void

  func open() throws(StorageError) -> (SQLiteDatabase, DamageReport?) {
    if DamageMark.aside(path) != nil { return try replace() }
    let before = FileIdentity(path)
    do throws(StorageError) {
      let database = try current()
      if before == nil || FileIdentity(path) == before { return (database, nil) }
      // Another window has moved the file aside, perhaps between the openings of two connections.
      database.close()
      return try replace()
    } catch {
      if case .damaged = error { return try replace(before) }
      // Another window may be moving the file aside at this moment.
      let hasMoved = before != nil && FileIdentity(path) != before
      guard hasMoved || DamageMark.aside(path) != nil else { throw error }
      return try replace()
    }
  }

  /// Whether only a log of the file is left, which SQLite would overwrite, or only its backups. A file that
  /// another window creates at this moment is empty, too, so `replace(_:)` asks again when it has the lock.
  private var isLost: Bool {
    var (file, log) = (stat(), stat())
    let isGone =
      lstat(path, &file) == 0
      ? file.st_mode & S_IFMT == S_IFREG && file.st_size == 0 : errno == ENOENT
    guard isGone else { return false }
    if stat("\(path)-wal", &log) == 0, log.st_size > 0 { return true }
    return !BackupFolder(path: backups).backups(.automatic, .damaged).isEmpty
  }

  /// Opens the file that is there.
  private func current() throws(StorageError) -> SQLiteDatabase {
    let wasDamaged = DamageMark.isThere(path)
    if wasDamaged, access(path, F_OK) == 0 { try SQLiteDatabase.check(path, applicationID) }
    if isLost { throw .damaged("\(path) is missing or empty") }
    return try migrated(rebuilding: wasDamaged)
  }

  /// Rebuilds the indexes, which the check does not compare with their tables
  /// (sqlite.org/pragma.html#pragma_quick_check).
  private func rebuildIndexes() throws(StorageError) {
    try SQLiteConnection.opened(path, .write).rebuildIndexes()
    DamageMark.remove(path)
  }

  /// Opens and migrates the file. If a migration finds damage and a check of the file finds none, an index is wrong:
  /// then the indexes are rebuilt, and the migration runs again.
  private func migrated(rebuilding: Bool = false) throws(StorageError) -> SQLiteDatabase {
    do throws(StorageError) { return try migratedOnce(rebuilding: rebuilding) } catch {
      guard case .damaged = error else { throw error }
    }
    try SQLiteDatabase.check(path, applicationID)
    try rebuildIndexes()
    return try migratedOnce()
  }

  /// - Parameter rebuilding: whether to rebuild the indexes first, so that no migration misses a row that one lacks.
  private func migratedOnce(rebuilding: Bool = false) throws(StorageError) -> SQLiteDatabase {
    let database = try SQLiteDatabase(path: path, applicationID: applicationID)
    try database.refuseOthers(than: migrations, retired)
    if rebuilding {
      // It throws for a file of a newer version, which stays unchanged.
      let isUpToDate = try database.isUpToDate(migrations)
      do throws(StorageError) { try rebuildIndexes() } catch {
        // After another error, such as that of a full disk, the next start tries again.
        if case .damaged = error { throw error }
        if !isUpToDate { throw error }
      }
    }
    try database.migrate(migrations)
    return database
  }

  /// Sets the damaged file aside and creates a new database; waits for a window that is doing this.
  ///
  /// - Parameter damaged: the file in which damage was found. A mark beside another one may be about that
  ///   file, which another window has set aside meanwhile.
  private func replace(
    _ damaged: FileIdentity? = nil
  ) throws(StorageError) -> (SQLiteDatabase, DamageReport?) {
    let lock = try DatabaseLock(on: path, within: SQLiteConnection.busyTimeout)
    defer { lock.release() }
    // Another window may have done this during the wait for the lock.
    let isKnownDamaged =
      DamageMark.aside(path) != nil || DamageMark.isThere(path) && FileIdentity(path) == damaged
    if !isKnownDamaged, !isLost {
      do throws(StorageError) {
        // This file was checked, and its indexes were rebuilt if it had no other damage.
        if let damaged, FileIdentity(path) == damaged { return (try migratedOnce(), nil) }
        try SQLiteDatabase.check(path, applicationID)
        return (try migrated(), nil)
      } catch {
        // A locked one is not damaged.
        guard case .damaged = error else { throw error }
      }
    }
    let aside = DamageMark.aside(path) ?? SQLiteRecovery.asideName(path)
    try DamageMark.put(path, aside: aside)
    try SQLiteRecovery.setAside(path, as: aside)
    let database = try migrated()
    let report = DamageReport(path: aside, backup: newestGoodBackup())
    try database.write("recording the damage") { transaction throws(StorageError) in
      try recording(report, transaction)
    }
    DamageMark.remove(path)
    return (database, report)
  }

  /// Keeps the newest backup that can be read, which an earlier start may have kept, and returns it.
  private func newestGoodBackup() -> Backup? {
    let folder = BackupFolder(path: backups)
    let good = folder.backups(.automatic, .damaged).first { backup in
      (try? SQLiteBackups.check(backup.path, migrations, retired, applicationID)) != nil
    }
    return good.map { folder.keep($0) }
  }
}
