import CSQLite
import Core
import Foundation

extension SQLiteDatabase {
  /// How many pages are copied before somebody may cancel.
  private static let pagesAtOnce: Int32 = 256

  /// Copies the database as it is at one moment, checks the copy, and gives it its name.
  ///
  /// - Throws: ``Core/StorageError/damaged(_:)`` for a copy that would not be whole.
  func copy(
    to file: FileReplacement, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) {
    try withOwnConnection(.read) { source throws(StorageError) in
      // The snapshot is held, so that what is written meanwhile does not begin it anew.
      try source.read("making a backup") { _ throws(StorageError) in
        try Self.copy(from: source, toNew: file.draft, progress)
      }
    }
    do throws(FileProblem) { try file.keep() } catch { throw StorageError(error) }
  }

  /// Copies a file that is nobody's database to another one.
  static func copy(
    from path: String, toNew copy: String, _ progress: (Int, Int) -> Void
  ) throws(StorageError) {
    let source: SQLiteConnection
    do throws(SQLiteError) {
      source = try SQLiteConnection(readingCopy: path)
    } catch { throw error.storageError }
    try Self.copy(from: source, toNew: copy, progress)
  }

  private static func copy(
    from source: SQLiteConnection, toNew path: String, _ progress: (Int, Int) -> Void
  ) throws(StorageError) {
    let target: SQLiteConnection
    do throws(SQLiteError) {
      target = try SQLiteConnection(path: path, mode: .copy)
    } catch { throw error.storageError }
    _ = try source.required("SELECT count(*) FROM sqlite_schema", "making a backup")
    try copy(source, to: target, "making a backup", progress)
    // One file, which can be sent and kept: without a log beside it.
    _ = try target.first("PRAGMA journal_mode=DELETE") { row throws(StorageError) in row.text(0) }
    try target.check()
  }

  /// Puts the content of a file in the place of this database's, as one change.
  func replaceContent(
    from path: String, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) {
    let source: SQLiteConnection
    do throws(SQLiteError) {
      source = try SQLiteConnection(path: path, mode: .read)
    } catch { throw error.storageError }
    try withOwnConnection(.write) { target throws(StorageError) in
      try Self.copy(source, to: target, "restoring a backup", progress)
    }
  }

  private static func copy(
    _ source: SQLiteConnection, to target: SQLiteConnection, _ operation: String,
    _ progress: (Int, Int) -> Void
  ) throws(StorageError) {
    target.operation = operation
    guard let copying = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
      throw target.lastError.storageError
    }
    var code = SQLITE_OK
    var waits: Int32 = 0
    while code == SQLITE_OK {
      code = sqlite3_backup_step(copying, pagesAtOnce)
      let total = Int(sqlite3_backup_pagecount(copying))
      progress(total - Int(sqlite3_backup_remaining(copying)), total)
      if Task.isCancelled, code == SQLITE_OK { code = SQLITE_INTERRUPT }
      // The copying itself does not wait for other windows' locks.
      if code == SQLITE_BUSY || code == SQLITE_LOCKED, waits < SQLiteConnection.busyTimeout / 10 {
        waits += 1
        sqlite3_sleep(10)
        code = SQLITE_OK
      }
    }
    // A copy that is not finished is taken back.
    sqlite3_backup_finish(copying)
    if code != SQLITE_DONE {
      throw SQLiteError(
        operation: operation, code: code, message: String(cString: sqlite3_errstr(code))
      ).storageError
    }
  }
}

extension SQLiteConnection {
  /// Looks for damage in the whole file (sqlite.org/pragma.html#pragma_quick_check).
  func check() throws(StorageError) {
    operation = "checking the database"
    let found = try first("PRAGMA quick_check(1)") { row throws(StorageError) in
      try row.string(0)
    }
    if let found, found != "ok" { throw .damaged("\(path): \(found)") }
  }
}
