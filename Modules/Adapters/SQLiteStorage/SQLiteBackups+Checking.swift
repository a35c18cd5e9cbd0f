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
  /// additions of other programs.
  func checkTables(
    _ migrations: [Migration], _ retired: Set<String>
  ) throws(StorageError) {
    let expected = try expectedSchema(migrations)
    var found = try schemaRows().filter { !expected.isAddition($0) }
    if try !retired.isDisjoint(with: applied().keys) {
      found.removeAll { !expected.tables.contains($0.table) && $0.isPlain }
    }
    guard found == expected.rows else {
      throw .damaged("\(self.connection.path) has other tables than this app creates")
    }
  }

  /// Removes additions of other programs: a unique index of a stranger's file would refuse what is saved later.
  func removeAdditions(_ migrations: [Migration]) throws(StorageError) {
    let expected = try expectedSchema(migrations)
    for row in try schemaRows() where expected.isAddition(row) {
      try connection.execute("DROP \(row.type) \(row.quotedName)")
    }
  }

  /// The schema that those migrations create which this file has had.
  private func expectedSchema(_ migrations: [Migration]) throws(StorageError) -> ExpectedSchema {
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
    return ExpectedSchema(try fresh.schemaRows())
  }

  /// The rows of the schema, sorted.
  private func schemaRows() throws(StorageError) -> [SchemaRow] {
    try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema") {
      row in SchemaRow((0..<4).map { row.text($0) ?? "" })
    }.sorted()
  }
}

/// The schema that the app creates.
private struct ExpectedSchema {
  let rows: [SchemaRow]
  let tables: Set<String>
  private let names: Set<String>

  init(_ rows: [SchemaRow]) {
    self.rows = rows
    tables = Set(rows.map(\.table))
    names = Set(rows.map(\.name))
  }

  /// Returns whether a row is what other programs add without changing a table: the statistics of ANALYZE, or
  /// an index of columns of the app's tables.
  func isAddition(_ row: SchemaRow) -> Bool {
    row.isStatistics || row.isOfColumns && tables.contains(row.table) && !names.contains(row.name)
  }
}

/// A row of `sqlite_schema` (sqlite.org/schematab.html).
private struct SchemaRow: Comparable {
  /// The type, name, table and statement, of which white space is collapsed.
  private let columns: [String]
  var type: String { columns[0] }
  var name: String { columns[1] }
  /// The table that the row describes or belongs to.
  var table: String { columns[2] }

  init(_ columns: [String]) {
    self.columns =
      columns.prefix(3)
      + columns.dropFirst(3).map {
        $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
  }

  static func < (left: Self, right: Self) -> Bool {
    left.columns.lexicographicallyPrecedes(right.columns)
  }

  /// Whether it is a table of ANALYZE (sqlite.org/fileformat2.html#stat1tab).
  var isStatistics: Bool {
    type == "table" && name.hasPrefix("sqlite_stat") && isPlain
  }
  /// Whether it is an index of columns: another one calculates its values, with any effort, when it is checked.
  var isOfColumns: Bool {
    type == "index" && columns[3].hasSuffix(")") && columns[3].count { $0 == "(" } == 1
  }
  /// The name for a statement.
  var quotedName: String { "\"\(name.replacing("\"", with: "\"\""))\"" }

  /// Whether it is an index or a table that is not virtual: they run nothing. SQLite refuses a file whose
  /// statement creates another thing than the type says.
  var isPlain: Bool {
    type == "index" || type == "table" && columns[3].hasPrefix("CREATE TABLE ")
  }
}

extension SQLiteHeader {
  /// Returns whether it is a backup of the app with this mark, and not a database in use.
  func isBackup(of applicationID: Int32) -> Bool { application == Int(applicationID) && !usesLog }
}
