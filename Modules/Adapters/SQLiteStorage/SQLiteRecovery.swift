public import Files
public import Services
import Foundation

/// Opens a database, also after it was damaged: what can't be read is set aside, never deleted.
public enum SQLiteRecovery {
  /// Opens a database and brings it up to date.
  ///
  /// One that was found to be damaged while it was used is checked as a whole before. The damage is
  /// noted together with the database that takes the place; a process that is killed before that
  /// goes on at the next start.
  ///
  /// - Parameters:
  ///   - backups: the folder of the automatic copies.
  ///   - noting: keeps what was done, for a person to be told.
  /// - Returns: the database, and what was done when there was none that could be read.
  public static func open(
    _ path: String, migrations: [Migration], backups: String,
    durability: SQLiteDatabase.Durability = .full,
    noting: @Sendable (DamageReport, any DatabaseTransaction) throws(StorageError) -> Void = {
      _, _ in
    }
  ) throws(StorageError) -> (database: SQLiteDatabase, report: DamageReport?) {
    do throws(StorageError) {
      if let aside = DamageMark.aside(path) { return try replace(aside) }
      if DamageMark.isThere(path) {
        if access(path, F_OK) == 0 { try checked(path) }
        DamageMark.remove(path)
      }
      if lostItsFile(path) { throw .damaged("\(path) is empty, and its log is not") }
      return (try opened(), nil)
    } catch .damaged {
      return try replace(asideName(path))
    }

    func opened() throws(StorageError) -> SQLiteDatabase {
      let database = try SQLiteDatabase(path: path, durability: durability)
      try database.refuseOthers(than: migrations)
      try database.migrate(migrations)
      return database
    }

    func replace(_ name: String) throws(StorageError) -> (SQLiteDatabase, DamageReport?) {
      let lock = try FolderLock(around: path)
      defer { lock.release() }
      // Another window may have done all of it while its lock was waited for.
      if !DamageMark.isThere(path), !lostItsFile(path), (try? checked(path)) != nil {
        return (try opened(), nil)
      }
      let aside = DamageMark.aside(path) ?? name
      try DamageMark.put(path, aside: aside)
      try setAside(path, as: aside)
      let database = try opened()
      let folder = BackupFolder(path: backups)
      let good = folder.backups(.automatic).first { backup in
        (try? SQLiteBackups.check(backup.path, migrations)) != nil
      }
      let report = DamageReport(path: aside, backup: good.map(folder.keep))
      try database.write("recording the damage") { transaction throws(StorageError) in
        try noting(report, transaction)
      }
      DamageMark.remove(path)
      return (database, report)
    }
  }

  /// What can be made again is large, and is written in long rows: an index, most of all.
  private static let replaceablePage = 16_384

  /// Opens a database of what can be made again: one that is damaged is removed, and started again.
  public static func openReplaceable(_ path: String) throws(StorageError) -> SQLiteDatabase {
    do throws(StorageError) {
      if DamageMark.isThere(path), access(path, F_OK) == 0 { try checked(path) }
      DamageMark.remove(path)
      return try SQLiteDatabase(path: path, durability: .losable, pageSize: replaceablePage)
    } catch .damaged {
      for suffix in ["-wal", "-shm", ""] { unlink(path + suffix) }
      DamageMark.remove(path)
      return try SQLiteDatabase(path: path, durability: .losable, pageSize: replaceablePage)
    }
  }

  private static func checked(_ path: String) throws(StorageError) {
    let connection: SQLiteConnection
    do throws(SQLiteError) {
      connection = try SQLiteConnection(path: path, mode: .read)
    } catch { throw error.storageError }
    try connection.check()
  }

  /// Whether only the log beside a file is left: SQLite would begin both again.
  private static func lostItsFile(_ path: String) -> Bool {
    var (file, log) = (stat(), stat())
    let isEmpty = stat(path, &file) != 0 || file.st_size == 0
    return isEmpty && stat("\(path)-wal", &log) == 0 && log.st_size > 0
  }

  private static func asideName(_ path: String) -> String {
    let base = path.hasSuffix(".sqlite") ? String(path.dropLast(7)) : path
    var number = 1
    while access("\(base)-damaged-\(number).sqlite", F_OK) == 0 { number += 1 }
    return "\(base)-damaged-\(number).sqlite"
  }

  /// Gives the file and those beside it another name, so that they still belong together.
  private static func setAside(_ path: String, as aside: String) throws(StorageError) {
    // A process that was killed has done it: what is at the place now is new.
    if access(aside, F_OK) == 0 { return }
    // The log first: a file without its log would be an older one, and look whole.
    for suffix in ["-wal", "-shm", ""] {
      guard rename(path + suffix, aside + suffix) == 0 || errno == ENOENT else {
        throw StorageFile.problem(path + suffix)
      }
    }
  }
}

/// A file beside a database that says: damage was found, look at all of it before it is used again. It
/// has the name that the database gets once that was done.
enum DamageMark {
  static func isThere(_ path: String) -> Bool { access(file(path), F_OK) == 0 }

  /// Where a damaged database was about to go, or nil.
  static func aside(_ path: String) -> String? {
    // Foundation's reading of a whole file forgets the room that it made for one that is empty.
    guard let name = try? FileInput(path: file(path), limit: 4096).read(), !name.isEmpty else {
      return nil
    }
    let folder = path.folderOfPath
    return (folder as NSString).appendingPathComponent(
      (String(decoding: name, as: UTF8.self) as NSString).lastPathComponent)
  }

  static func put(_ path: String) {
    let descriptor = open(file(path), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  static func put(_ path: String, aside: String) throws(StorageError) {
    do throws(FileProblem) {
      let mark = try FileReplacement(path: file(path))
      try mark.write(Data((aside as NSString).lastPathComponent.utf8))
      try mark.keep()
    } catch { throw StorageError(error) }
  }

  static func remove(_ path: String) { unlink(file(path)) }

  private static func file(_ path: String) -> String { "\(path)-damaged" }
}

/// Keeps other windows from doing the same at the same time; ends with the process (flock).
struct FolderLock {
  private let descriptor: Int32

  /// Locks nothing where somebody else does.
  init?(tryingAround path: String) {
    descriptor = open(path.folderOfPath, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
  }

  init(around path: String) throws(StorageError) {
    let folder = path.folderOfPath
    descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StorageFile.problem(folder) }
    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
  }

  func release() { close(descriptor) }
}
