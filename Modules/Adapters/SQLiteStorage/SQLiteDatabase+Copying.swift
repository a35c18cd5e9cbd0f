import Files
import Services
import CSQLite
import Foundation

extension SQLiteDatabase {
  /// Copies a snapshot of the database, checks the copy, and renames it.
  ///
  /// - Throws: ``Services/StorageError/damaged(_:)`` for an incomplete copy.
  func copy(
    to file: FileReplacement, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) {
    try withOwnConnection(.read) { source throws(StorageError) in
      // The snapshot is held, so that a write does not restart the copy.
      try source.read("making a backup") { _ throws(StorageError) in
        try Self.copy(from: source, toNew: file.draft, progress)
      }
    }
    do throws(FileProblem) { try file.keep() } catch { throw StorageError(error) }
  }

  /// Copies a file that no connection uses to another one.
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
    // A single file without a log, which can be moved.
    _ = try target.first("PRAGMA journal_mode=DELETE") { row throws(StorageError) in row.text(0) }
    try target.check()
  }

  /// Replaces the content of this database by a file's, as one change, and keeps the old content.
  ///
  /// The write lock is acquired first. So every change confirmed before is in the file with the old
  /// state, and every change confirmed later is in the new content.
  ///
  /// - Parameters:
  ///   - old: the file for the old state, which is complete and synced before anything changes.
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
  /// Checks the whole file for damage (sqlite.org/pragma.html#pragma_quick_check).
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
