import Services
import CSQLite

extension SQLiteBackups {
  /// Throws for a file that is not a backup of this app, is damaged, comes from a newer version, or
  /// has other tables than this app creates. The file is not trusted: nothing in it is executed.
  static func check(
    _ path: String, _ migrations: [Migration], _ retired: Set<String>, _ applicationID: Int32,
    module: String? = nil
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
    // The connections of open windows could not read it.
    let encoding = try connection.first("PRAGMA encoding") { row throws(StorageError) in
      try row.string(0)
    }
    guard encoding == "UTF-8" else {
      throw .damaged("\(path) has another text encoding than this app uses")
    }
    if let module, try !migrator.knows(module) {
      throw .damaged("\(path) is another file of this app")
    }
    try migrator.check(migrations)
    try migrator.refuseOthers(than: migrations, retired)
    try migrator.checkTables(migrations, retired)
    try connection.checkThoroughly()
  }
}

extension SQLiteMigrator {
  /// Throws for a file whose schema is not the one that its migrations create. A file that had a retired
  /// module may also have tables that none of them creates, and indexes of these tables; every file may have
  /// ``additions(_:to:)``.
  func checkTables(
    _ migrations: [Migration], _ retired: Set<String>
  ) throws(StorageError) {
    let expected = try expectedTables(migrations)
    var found = try tables()
    let additions = Self.additions(found, to: expected)
    found.removeAll { additions.contains($0) }
    if try !retired.isDisjoint(with: applied().keys) {
      let own = Set(expected.map(\.table))
      found.removeAll { !own.contains($0.table) && $0.isPlain }
    }
    guard found == expected else {
      throw .damaged("\(self.connection.path) has other tables than this app creates")
    }
  }

  /// Removes ``additions(_:to:)``: a unique index of a stranger's file would refuse what is saved later.
  func removeAdditions(_ migrations: [Migration]) throws(StorageError) {
    for row in Self.additions(try tables(), to: try expectedTables(migrations)) {
      try connection.execute("DROP \(row.columns[0]) \(row.quotedName)")
    }
  }

  /// What other programs add without changing a table: the statistics of ANALYZE, and indexes of the app's
  /// tables.
  private static func additions(_ found: [SchemaRow], to expected: [SchemaRow]) -> [SchemaRow] {
    let own = Set(expected.map(\.table))
    return found.filter { row in
      row.isStatistics
        || row.columns[0] == "index" && own.contains(row.table) && !expected.contains(row)
          && !expected.contains { $0.columns[1] == row.columns[1] }
    }
  }

  /// The schema that the migrations create which this file has had.
  private func expectedTables(_ migrations: [Migration]) throws(StorageError) -> [SchemaRow] {
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
    return try fresh.tables()
  }

  /// The rows of the schema, sorted.
  private func tables() throws(StorageError) -> [SchemaRow] {
    try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema") {
      row in SchemaRow((0..<4).map { row.text($0) ?? "" })
    }.sorted { $0.columns.lexicographicallyPrecedes($1.columns) }
  }
}

/// A row of `sqlite_schema` (sqlite.org/schematab.html).
private struct SchemaRow: Equatable {
  /// The type, name, table and statement, with white space collapsed.
  let columns: [String]
  /// The table that the row describes or belongs to.
  var table: String { columns[2] }

  init(_ columns: [String]) {
    self.columns = columns.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
  }

  /// Whether it is a table of ANALYZE (sqlite.org/fileformat2.html#stat1tab).
  var isStatistics: Bool {
    columns[0] == "table" && columns[1].hasPrefix("sqlite_stat") && isPlain
  }
  /// The name for a statement.
  var quotedName: String { "\"\(columns[1].replacing("\"", with: "\"\""))\"" }

  /// Whether it is an index or a table that is not virtual: they run nothing. SQLite refuses a file whose
  /// statement creates another thing than the type says.
  var isPlain: Bool {
    columns[0] == "index" || columns[0] == "table" && columns[3].hasPrefix("CREATE TABLE ")
  }
}

extension SQLiteHeader {
  /// Returns whether it is a backup of the app with this mark, and not a database in use.
  func isBackup(of applicationID: Int32) -> Bool { application == Int(applicationID) && !usesLog }
}
