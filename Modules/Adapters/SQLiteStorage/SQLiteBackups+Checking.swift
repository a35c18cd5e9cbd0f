import Services
import CSQLite

extension SQLiteBackups {
  /// Throws for a file that is not a backup of this app, is damaged, comes from a newer version, or
  /// has other tables than this app creates. The file is not trusted: nothing in it is executed.
  static func check(
    _ path: String, _ migrations: [Migration], _ applicationID: Int32, module: String? = nil
  ) throws(StorageError) {
    let connection: SQLiteConnection
    do throws(SQLiteError) {
      connection = try SQLiteConnection(readingCopy: path)
    } catch {
      if case .damaged = error.storageError { throw .damaged("\(path) isn't a backup of this app") }
      if error.primaryCode == SQLITE_READONLY {
        throw .unavailable("another program did not close it properly; open it there first")
      }
      throw .unavailable("\(path): \(error.message)")
    }
    let migrator = SQLiteMigrator(connection: connection, applicationID: applicationID)
    try migrator.check()
    guard try migrator.isMarked else { throw .damaged("\(path) isn't a backup of this app") }
    if let module, try !migrator.knows(module) {
      throw .damaged("\(path) is another file of this app")
    }
    try migrator.check(migrations)
    try migrator.refuseOthers(than: migrations)
    try migrator.checkTables(migrations)
    try connection.checkThoroughly()
    // A migration may repair data of an older version, so an older backup is checked after its
    // migration.
    if try migrator.isUpToDate(migrations) { try connection.checkKeys() }
  }
}

extension SQLiteMigrator {
  /// Throws for a file whose schema is not the one that its migrations create.
  func checkTables(_ migrations: [Migration]) throws(StorageError) {
    let done = try applied().mapValues(\.count)
    var counts: [String: Int] = [:]
    let steps = migrations.filter { step in
      counts[step.module, default: 0] += 1
      return counts[step.module, default: 0] <= done[step.module, default: 0]
    }
    let connection: SQLiteConnection
    do throws(SQLiteError) {
      connection = try SQLiteConnection(path: "", mode: .memory)
    } catch { throw error.storageError }
    let fresh = SQLiteMigrator(connection: connection, applicationID: applicationID)
    try fresh.run(steps)
    guard try tables() == fresh.tables() else {
      throw .damaged("\(self.connection.path) has other tables than this app creates")
    }
  }

  /// The schema's statements, sorted, with white space collapsed.
  private func tables() throws(StorageError) -> [[String]] {
    let tables = try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema") {
      row in (0..<4).map { row.text($0) ?? "" }
    }
    return tables.map { table in
      table.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension SQLiteHeader {
  /// Returns whether it is a backup of the app with this mark, and not a database in use.
  func isBackup(of applicationID: Int32) -> Bool { application == Int(applicationID) && !usesLog }
}
