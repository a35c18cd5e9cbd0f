import Files
import Services
import CSQLite
import Foundation

extension SQLiteDatabase {
  /// Copies a snapshot of the database, and renames the copy if it passes the check.
  func copy(
    to file: FileReplacement,
    checking check: (_ draft: String) throws(StorageError) -> Void = { _ in },
    progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) {
    try withOwnConnection(.read) { source throws(StorageError) in
      // The snapshot is held, so that a write does not restart the copy.
      try source.read("making a backup") { _ throws(StorageError) in
        try Self.copy(from: source, toNew: file.draft, progress)
      }
    }
    do throws(StorageError) { try check(file.draft) } catch {
      // The draft is deleted, so the message is about the file that it was made for.
      guard case .damaged(let what) = error else { throw error }
      throw .damaged(what.replacing(file.draft, with: file.target))
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
  }

  /// Replaces the content of this database by a file's, as one change, and keeps the old content.
  ///
  /// The write lock is acquired first. So every change confirmed before is in the file with the old
  /// state, and every change confirmed later is in the new content.
  ///
  /// - Parameters:
  ///   - old: the file for the old state, which is complete and synced before anything changes. It is not
  ///     checked: it may be damaged, which may be the reason for the restore.
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
    try check("PRAGMA quick_check(\(Self.mostProblems))")
  }

  /// Checks the whole file for damage and wrong indexes.
  func checkThoroughly() throws(StorageError) {
    try check("PRAGMA integrity_check(\(Self.mostProblems))")
  }

  /// More than a file has that is only wrong in its values.
  private static let mostProblems = 1_000_000

  /// Values that the constraints of their tables exclude are no damage: the app works with any values, and a file
  /// with them can be backed up and restored like others.
  private func check(_ pragma: String) throws(StorageError) {
    operation = "checking the database"
    var damage: String?
    try each(pragma, []) { row throws(StorageError) in
      let found = try row.string(0)
      let isAboutValue =
        found.hasPrefix("CHECK constraint failed in ") || found.contains(" value in ")
      if found != "ok", !isAboutValue { damage = damage ?? found }
    }
    if let damage {
      foundDamage = true
      throw .damaged("\(path): \(damage)")
    }
  }
}
