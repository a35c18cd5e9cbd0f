import Files
import Services
import CSQLite
import Foundation

extension SQLiteDatabase {
  /// Copies the database as it is at one moment, checks the copy, and gives it its name.
  ///
  /// - Throws: ``Core/StorageError/damaged(_:)`` for a copy that would not be whole.
  func copy(
    to file: FileReplacement, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) {
    try withOwnConnection(.read) { source throws(StorageError) in
      // The snapshot is held, so that what is written meanwhile does not begin it again.
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
    try SQLiteCopy(from: source, to: target, "making a backup").run(progress)
    // One file, which can be sent and kept: without a log beside it.
    _ = try target.first("PRAGMA journal_mode=DELETE") { row throws(StorageError) in row.text(0) }
    try target.check()
  }

  /// Puts the content of a file in the place of this database's, as one change, and keeps what it had.
  ///
  /// The write lock is acquired first. So everything that any window acknowledged before is in the file
  /// that keeps the old state, and everything that is acknowledged later goes into the new content.
  ///
  /// - Parameters:
  ///   - old: the file that keeps the old state; it is complete and on the disk before anything changes.
  func replaceContent(
    from path: String, keeping old: FileReplacement,
    progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) {
    let source: SQLiteConnection
    do throws(SQLiteError) {
      source = try SQLiteConnection(readingCopy: path)
    } catch { throw error.storageError }
    try withOwnConnection(.write) { target throws(StorageError) in
      let restoring = try SQLiteCopy(from: source, to: target, "restoring a backup")
      try restoring.lock()
      try target.checkPlace()
      try copy(to: old) { _, _ in }
      try restoring.run(progress)
    }
  }
}

extension SQLiteConnection {
  /// Looks for damage in the whole file (sqlite.org/pragma.html#pragma_quick_check).
  func check() throws(StorageError) {
    try check("PRAGMA quick_check(1)")
  }

  /// Checks the whole file for damage, wrong indexes and violated constraints.
  func checkThoroughly() throws(StorageError) {
    try check("PRAGMA integrity_check(1)")
  }

  /// Checks that foreign keys are not violated.
  func checkKeys() throws(StorageError) {
    operation = "checking the database"
    let orphan = try first("PRAGMA foreign_key_check") { row throws(StorageError) in
      row.text(0) ?? ""
    }
    if let orphan { throw .damaged("\(path): \(orphan) has a key without a target") }
  }

  private func check(_ pragma: String) throws(StorageError) {
    operation = "checking the database"
    let found = try first(pragma) { row throws(StorageError) in try row.string(0) }
    if let found, found != "ok" {
      foundDamage = true
      throw .damaged("\(path): \(found)")
    }
  }
}
