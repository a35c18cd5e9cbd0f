import Files
import Services
import CSQLite
import Foundation

extension SQLiteDatabase {
  /// Copies a snapshot of the database, and gives the copy its name when it is finished.
  ///
  /// - Parameter finish: changes and checks the draft; what it finds wrong there is wrong in the database.
  func copy(
    to file: FileReplacement,
    finishing finish: (_ draft: String) throws(StorageError) -> Void = { _ in },
    progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) {
    try withOwnConnection(.read) { source throws(StorageError) in
      try Self.copy(from: source, toNew: file.draft, progress)
    }
    do throws(StorageError) { try finish(file.draft) } catch {
      // The draft is deleted, so the message is about the database, which the next start checks.
      if case .damaged = error { DamageMark.put(path) }
      throw error.about(path, insteadOf: file.draft)
    }
    do throws(FileProblem) { try file.keep() } catch { throw StorageError(error) }
  }

  /// Copies a file that the user named to another one.
  ///
  /// - Parameter isOwn: whether it is a copy of the app's library.
  static func copy(
    from path: String, toNew copy: String, isOwn: Bool = false, _ progress: (Int, Int) -> Void
  ) throws(StorageError) {
    let source = try SQLiteConnection.opened(readingCopy: path, isOwn: isOwn)
    try Self.copy(from: source, toNew: copy, progress)
  }

  private static func copy(
    from source: SQLiteConnection, toNew path: String, _ progress: (Int, Int) -> Void
  ) throws(StorageError) {
    let target = try SQLiteConnection.opened(path, .copy)
    // The snapshot is held, so that a write does not restart the copy.
    try source.read("making a backup") { reader throws(StorageError) in
      _ = try reader.number("SELECT count(*) FROM sqlite_schema")
      try SQLiteCopy(from: source, to: target, "making a backup").run(progress)
    }
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
    let source = try SQLiteConnection.opened(readingCopy: path)
    try withOwnConnection(.write) { target throws(StorageError) in
      let restoring = try SQLiteCopy(from: source, to: target, "restoring a backup")
      try restoring.lock()
      try target.checkPlace()
      try refuseNewer()
      try copy(to: old) { _, _ in }
      try restoring.run(progress)
    }
  }
}

extension StorageError {
  /// The same error about another file than the one that it names.
  func about(_ path: String, insteadOf draft: String) -> Self {
    switch self {
    case .damaged(let what): .damaged(what.replacing(draft, with: path))
    case .refused(let why): .refused(why.replacing(draft, with: path))
    default: self
    }
  }
}

extension SQLiteConnection {
  /// Checks the whole file, or only some tables, for damage (sqlite.org/pragma.html#pragma_quick_check). It
  /// calculates no expression of an index.
  func check(only tables: Set<String>? = nil) throws(StorageError) {
    guard let tables else { return try check("PRAGMA quick_check") }
    for table in tables.sorted() { try check("PRAGMA quick_check('\(table)')") }
  }

  /// Checks the whole file for damage and wrong indexes.
  func checkThoroughly() throws(StorageError) {
    try check("PRAGMA integrity_check")
  }

  /// Values that a CHECK of their table excludes are not damage: the app checks what it reads, and a file with them
  /// can be backed up and restored like others. It does not expect a value of another type, or none.
  private func check(_ pragma: String) throws(StorageError) {
    operation = "checking the database"
    try execute("PRAGMA ignore_check_constraints=ON")
    let found = try first(pragma) { row throws(StorageError) in try row.string(0) }
    if let found, found != "ok" {
      foundDamage = true
      throw .damaged("\(path): \(found)")
    }
  }
}
