public import Core
import Foundation

/// Opens a database, also after it was damaged: what can't be read is set aside, never deleted.
public enum SQLiteRecovery {
  /// Opens a database and brings it up to date.
  ///
  /// One that was found to be damaged while it was used is checked as a whole before.
  ///
  /// - Parameter backups: the folder of the automatic copies.
  /// - Returns: the database, and what was done when there was none that could be read.
  public static func open(
    _ path: String, migrations: [Migration], backups: String,
    durability: SQLiteDatabase.Durability = .full
  ) throws(StorageError) -> (database: SQLiteDatabase, report: DamageReport?) {
    do throws(StorageError) {
      if DamageMark.isThere(path) {
        try checked(path)
        DamageMark.remove(path)
      }
      let database = try SQLiteDatabase(path: path, durability: durability)
      try database.migrate(migrations)
      return (database, nil)
    } catch .damaged {
      let aside = try setAside(path)
      DamageMark.remove(path)
      let database = try SQLiteDatabase(path: path, durability: durability)
      try database.migrate(migrations)
      let backup = SQLiteBackups.automaticBackups(in: backups).first { backup in
        (try? SQLiteBackups.check(backup.path)) != nil
      }
      return (database, DamageReport(path: aside, backup: backup))
    }
  }

  private static func checked(_ path: String) throws(StorageError) {
    let connection: SQLiteConnection
    do throws(SQLiteError) {
      connection = try SQLiteConnection(path: path, mode: .read)
    } catch { throw error.storageError }
    try connection.check()
  }

  /// Gives the file and those beside it another name, so that they still belong together.
  private static func setAside(_ path: String) throws(StorageError) -> String {
    var number = 1
    func name(_ number: Int) -> String {
      let base = path.hasSuffix(".sqlite") ? String(path.dropLast(7)) : path
      return "\(base)-damaged-\(number).sqlite"
    }
    while access(name(number), F_OK) == 0 { number += 1 }
    let aside = name(number)
    // The log first: a file without its log would be an older one, and look whole.
    for suffix in ["-wal", "-shm", ""] {
      guard rename(path + suffix, aside + suffix) == 0 || errno == ENOENT else {
        throw StorageFile.problem(path + suffix)
      }
    }
    return aside
  }
}

/// A file beside a database that says: damage was found, look at all of it before it is used again.
enum DamageMark {
  static func isThere(_ path: String) -> Bool { access(file(path), F_OK) == 0 }

  static func put(_ path: String) {
    let descriptor = open(file(path), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  static func remove(_ path: String) { unlink(file(path)) }

  private static func file(_ path: String) -> String { "\(path)-damaged" }
}
