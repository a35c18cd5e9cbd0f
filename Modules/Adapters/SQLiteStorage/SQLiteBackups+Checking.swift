import Files
import Services
import CSQLite

extension SQLiteBackups {
  /// Throws for a file that is not a backup of this app, is damaged, comes from a newer version, or
  /// has other tables than this app creates. The file is not trusted: nothing in it is executed, and no index
  /// of another program is calculated again.
  ///
  /// - Parameters:
  ///   - use: why it is checked.
  ///   - reading: whether to look for damage in all of it.
  static func check(
    _ path: String, _ migrations: [Migration], _ retired: Set<String>, _ applicationID: Int32,
    module: String? = nil, for use: ComparedSchema.Use = .restoring(isOwn: false),
    reading: Bool = true
  ) throws(StorageError) {
    try StorageFile.checkCompanions(of: path)
    let connection: SQLiteConnection
    do throws(SQLiteError) {
      connection = try SQLiteConnection(readingCopy: path, isOwn: use.isOwn)
    } catch {
      if case .damaged = error.storageError { throw .damaged("\(path) isn't a backup of this app") }
      if error.storageError == .cancelled { throw .cancelled }
      if error.primaryCode == SQLITE_BUSY { throw .locked(path) }
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
    try schema.check(path, for: use)
    if reading { try connection.check(only: schema.additions.isEmpty ? nil : schema.tables) }
  }

  /// Makes a private copy what a restore accepts, and checks all of it.
  ///
  /// If another program has added something, or an index is wrong, a new file gets the rows of the app's tables.
  /// Nothing is removed from the copy instead: a schema from a stranger may say anything of its names and pages, and
  /// SQLite believes it.
  static func clean(
    _ path: String, _ migrations: [Migration], _ retired: Set<String>, _ applicationID: Int32,
    for use: ComparedSchema.Use
  ) throws(StorageError) {
    let copy = try SQLiteConnection.opened(readingCopy: path, isOwn: use.isOwn)
    let migrator = SQLiteMigrator(connection: copy, applicationID: applicationID)
    let schema = try migrator.schema(migrations, retired)
    try schema.check(path, for: use)
    try copy.refuseLargeValues(in: schema.tables, for: use)
    if schema.additions.isEmpty {
      do throws(StorageError) {
        try copy.checkThoroughly()
        return
      } catch {
        guard case .damaged = error else { throw error }
        // If no more is wrong than an index, all rows are there.
        try copy.check()
        if schema.hasRetired {
          // No migration makes the other tables. Neither they nor their indexes calculate anything.
          let connection = try SQLiteConnection.opened(path, .copy)
          try connection.rebuildIndexes()
          return try connection.checkThoroughly()
        }
      }
    } else {
      try copy.check(only: schema.tables)
    }
    try rebuild(path, migrator.known(migrations), schema, applicationID, for: use)
  }

  /// Replaces a file by a new one: made by the migrations that it has had, with the rows of the app's tables.
  private static func rebuild(
    _ path: String, _ steps: [Migration], _ schema: ComparedSchema, _ applicationID: Int32,
    for use: ComparedSchema.Use
  ) throws(StorageError) {
    let rebuilt = try StorageFile.replacement(of: path)
    defer { rebuilt.discard() }
    let target = try SQLiteConnection.opened(rebuilt.draft, .trustedCopy)
    try SQLiteMigrator(connection: target, applicationID: applicationID).run(steps)
    try target.copyRows(from: path, withNumbers: schema.hasSequence, for: use)
    // A full-text index may remember what it has read of its tables before they were copied.
    try SQLiteConnection.opened(rebuilt.draft, .copy).checkThoroughly()
    do throws(FileProblem) { try rebuilt.keep() } catch { throw StorageError(error) }
  }
}

extension SQLiteConnection {
  /// The maximum size of a value in a backup, in bytes: far more than the app writes.
  private static let maximumValue: Int32 = 64 << 20

  /// Throws for a file with a value that is larger than any of the app's: each start would need its memory several
  /// times. The connection reads no such value from now on.
  fileprivate func refuseLargeValues(
    in tables: Set<String>, for use: ComparedSchema.Use
  ) throws(StorageError) {
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.maximumValue)
    // A virtual table has no pages and no values of its own.
    let stored = try rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0"
    ) { row throws(StorageError) in try row.string(0) }
    for table in stored where tables.contains(table) {
      do throws(SQLiteError) { try run("SELECT * FROM \"\(table)\" NOT INDEXED") } catch {
        // Damage is found by the check that follows.
        guard error.primaryCode == SQLITE_TOOBIG else { continue }
        throw .refused("“\(path)” has a value of more than 64 MB. \(use.remedy)")
      }
    }
  }

  /// Replaces the rows of the app's tables, which its migrations have just made, by those of another file.
  ///
  /// - Parameter withNumbers: whether to take the last numbers of AUTOINCREMENT, too, which no other row gets.
  fileprivate func copyRows(
    from path: String, withNumbers: Bool, for use: ComparedSchema.Use
  ) throws(StorageError) {
    // The other file's triggers, views and functions are not the app's.
    _ = csqlite_distrust_schema(handle)
    // The tables of a full-text index are copied as they are.
    _ = csqlite_set_defensive(handle, 0)
    // Rows are taken as they are; what must not be is found by the check at the end.
    try execute("PRAGMA foreign_keys=OFF")
    try execute("PRAGMA ignore_check_constraints=ON")
    // A virtual table has no pages and no rows of its own. Generated columns are hidden and take no values.
    let tables = try rows(
      """
      SELECT printf('"%w"', s.name), (
        SELECT group_concat(printf('"%w"', c.name)) FROM pragma_table_xinfo(s.name, 'main') AS c
        WHERE c.hidden = 0
      ) FROM sqlite_schema AS s
      WHERE s.type = 'table' AND s.rootpage > 0 AND s.name NOT IN ('migrations', 'sqlite_sequence')
      ORDER BY s.name
      """
    ) { row throws(StorageError) in (name: try row.string(0), columns: try row.string(1)) }
    try execute("ATTACH ? AS source", [.text(StorageFile.resolvingFolder(of: path))])
    try write("copying the rows") { _ throws(StorageError) in
      for (name, columns) in tables {
        do throws(SQLiteError) {
          // A migration may have filled it.
          try run("DELETE FROM main.\(name)")
          // By no index, which may be another program's; and with a condition, without which SQLite takes the
          // pages of equal tables as they are, and those of their indexes.
          let rows = "SELECT \(columns) FROM source.\(name) NOT INDEXED WHERE true"
          try run("INSERT INTO main.\(name) (\(columns)) \(rows)")
        } catch {
          guard error.primaryCode == SQLITE_CONSTRAINT else { throw error.storageError }
          throw .refused(
            "“\(path)” has rows that the app does not allow (\(error.message)). \(use.remedy)")
        }
      }
      guard withNumbers else { return }
      try execute("DELETE FROM main.sqlite_sequence")
      try execute(
        """
        INSERT INTO main.sqlite_sequence (name, seq) SELECT name, seq FROM source.sqlite_sequence
        WHERE name IN (SELECT name FROM main.sqlite_schema)
        """)
    }
    try execute("DETACH source")
  }
}

extension SQLiteMigrator {
  /// The migrations that this file has had.
  fileprivate func known(_ migrations: [Migration]) throws(StorageError) -> [Migration] {
    let done = try applied().mapValues(\.count)
    var counts: [String: Int] = [:]
    return migrations.filter { step in
      counts[step.module, default: 0] += 1
      return counts[step.module, default: 0] <= done[step.module, default: 0]
    }
  }

  /// The schema of this file, beside the one that its migrations create.
  fileprivate func schema(
    _ migrations: [Migration], _ retired: Set<String>
  ) throws(StorageError) -> ComparedSchema {
    let connection = try SQLiteConnection.opened("", .memory)
    let fresh = SQLiteMigrator(connection: connection, applicationID: applicationID)
    try fresh.run(known(migrations))
    return ComparedSchema(
      expected: try fresh.schemaRows(), found: try schemaRows(),
      hasRetired: try !retired.isDisjoint(with: applied().keys))
  }

  /// The rows of the schema, sorted.
  private func schemaRows() throws(StorageError) -> [SchemaRow] {
    // The columns of a virtual table are left alone: its module would be run, or is missing.
    let calculated = try Set(
      connection.rows(
        """
        SELECT s.name FROM sqlite_schema AS s JOIN pragma_index_xinfo(s.name) AS x
        WHERE s.type = 'index' AND x.cid = -2
        UNION SELECT l.name FROM sqlite_schema AS s JOIN pragma_index_list(s.name) AS l
        WHERE s.type = 'table' AND l.partial
        UNION SELECT s.name FROM sqlite_schema AS s JOIN pragma_table_xinfo(s.name) AS c
        WHERE s.type = 'table' AND s.sql NOT LIKE 'CREATE VIRTUAL TABLE %' AND c.hidden IN (2, 3)
        """
      ) { row throws(StorageError) in try row.string(0) })
    return try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema") {
      row throws(StorageError) -> SchemaRow in
      // The text of a row is read in one step, and split without SQLite.
      if Task.isCancelled { throw .cancelled }
      return SchemaRow((0..<4).map { row.text($0) ?? "" }, calculates: calculated)
    }.sorted()
  }
}

extension SQLiteHeader {
  /// Returns whether it is a backup of the app with this mark, and not a database in use.
  func isBackup(of applicationID: Int32) -> Bool { application == applicationID && !usesLog }
}
