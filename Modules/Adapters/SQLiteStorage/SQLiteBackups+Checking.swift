import Services
import CSQLite

extension SQLiteBackups {
  /// Throws for a file that is not a backup of this app, is damaged, comes from a newer version, or
  /// has other tables than this app creates. The file is not trusted: nothing in it is executed, and no index
  /// of another program is calculated again.
  ///
  /// - Parameter reading: whether to look for damage in all of it.
  static func check(
    _ path: String, _ migrations: [Migration], _ retired: Set<String>, _ applicationID: Int32,
    module: String? = nil, reading: Bool = true
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
    let schema = try migrator.schema(migrations, retired)
    try schema.check(path)
    if reading { try connection.check(only: schema.additions.isEmpty ? nil : schema.tables) }
  }

  /// Removes what other programs have added to a copy, and checks what is left: everything in it, and that all
  /// indexes are right.
  static func clean(
    _ copy: SQLiteConnection, _ migrations: [Migration], _ retired: Set<String>,
    _ applicationID: Int32
  ) throws(StorageError) {
    let migrator = SQLiteMigrator(connection: copy, applicationID: applicationID)
    try migrator.removeAdditions(migrations, retired)
    try migrator.schema(migrations, retired).check(copy.path)
    do throws(StorageError) { try copy.checkThoroughly() } catch {
      guard case .damaged = error else { throw error }
      // The rows may be right, and only an index wrong.
      do throws(StorageError) { try copy.execute("REINDEX") } catch {
        if case .cancelled = error { throw error }
      }
      try copy.checkThoroughly()
    }
  }
}

extension SQLiteMigrator {
  /// The schema of this file, beside the one that its migrations create.
  fileprivate func schema(
    _ migrations: [Migration], _ retired: Set<String>
  ) throws(StorageError) -> ComparedSchema {
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
    return ComparedSchema(
      expected: try fresh.schemaRows(), found: try schemaRows(),
      hasRetired: !retired.isDisjoint(with: done.keys))
  }

  /// Removes what other programs have added: a trigger or a unique index of a stranger's file would change or
  /// refuse what is saved later, and a table may have the name of one that a later migration creates.
  fileprivate func removeAdditions(
    _ migrations: [Migration], _ retired: Set<String>
  ) throws(StorageError) {
    let additions = try schema(migrations, retired).additions
    guard !additions.isEmpty else { return }
    // To drop a table would delete its rows one by one, and calculate what its indexes have of each.
    try connection.execute("PRAGMA foreign_keys=OFF")
    for type in ["trigger", "view", "index", "table"] {
      // An index without a statement belongs to a constraint, and goes with its table.
      for row in additions where row.type == type && !row.statement.isEmpty {
        try connection.execute("DROP \(type) \(row.quotedName)")
      }
    }
    try connection.execute("PRAGMA foreign_keys=ON")
  }

  /// The rows of the schema, sorted.
  private func schemaRows() throws(StorageError) -> [SchemaRow] {
    let calculated = try Set(
      connection.rows(
        """
        SELECT s.name FROM sqlite_schema AS s JOIN pragma_index_xinfo(s.name) AS x
        WHERE s.type = 'index' AND x.cid = -2
        UNION SELECT l.name FROM sqlite_schema AS s JOIN pragma_index_list(s.name) AS l
        WHERE s.type = 'table' AND l.partial
        """
      ) { row throws(StorageError) in try row.string(0) })
    return try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema") {
      row in
      SchemaRow((0..<4).map { row.text($0) ?? "" }, calculates: calculated)
    }.sorted()
  }
}

extension SQLiteHeader {
  /// Returns whether it is a backup of the app with this mark, and not a database in use.
  func isBackup(of applicationID: Int32) -> Bool { application == Int(applicationID) && !usesLog }
}
