import Services

/// Migrates a database, and rejects an unknown one.
struct SQLiteMigrator {
  /// The version of this module's own tables (`PRAGMA user_version`).
  static let generation = 1

  let connection: SQLiteConnection
  /// The mark of the app's files (`PRAGMA application_id`).
  let applicationID: Int32

  /// Throws for a file that isn't a database, belongs to another program or to a newer version.
  /// Writes nothing.
  func check() throws(StorageError) {
    connection.operation = "opening the database"
    if try !isMarked, try connection.number("SELECT count(*) FROM sqlite_schema") != 0 {
      // Another window may have created the tables meanwhile, and sets the numbers in the same change.
      guard try isMarked else { throw Self.otherProgram(connection.path) }
    }
    // The schema of a marked file is not read: this SQLite may not know the statements of a newer version.
    if try isMarked, try connection.number("PRAGMA user_version") > Self.generation { throw .newer }
  }

  /// Returns the error for a database of another program.
  static func otherProgram(_ path: String) -> StorageError {
    .unavailable("\(path) is a database of another program")
  }

  /// Throws for a file with unknown migrations.
  func check(_ migrations: [Migration]) throws(StorageError) {
    _ = try due(migrations)
  }

  /// Whether all migrations have run.
  func isUpToDate(_ migrations: [Migration]) throws(StorageError) -> Bool {
    try due(migrations).isEmpty
  }

  /// Whether the file has the app's mark.
  var isMarked: Bool {
    get throws(StorageError) {
      try connection.number("PRAGMA application_id") == Int(applicationID)
    }
  }

  /// Runs the pending migrations in one transaction.
  func run(_ migrations: [Migration]) throws(StorageError) {
    // Usually no migration is pending, and reading needs no lock.
    if try due(migrations).isEmpty { return }
    try connection.write("updating the database") { _ throws(StorageError) in
      if try !isMarked {
        try connection.execute("PRAGMA application_id=\(applicationID)")
        try connection.execute("PRAGMA user_version=\(Self.generation)")
        try connection.execute(
          """
          CREATE TABLE migrations (
            module TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL,
            PRIMARY KEY (module, number)
          ) STRICT, WITHOUT ROWID
          """)
      }
      // Another window may have run them during the wait for the lock.
      for (migration, number) in try due(migrations) {
        try migration.run(connection)
        try connection.execute(
          "INSERT INTO migrations VALUES (?, ?, ?)",
          [.text(migration.module), DatabaseValue(number), .text(migration.name)])
      }
    }
  }

  /// Returns the pending migrations, each with its index in its module's list.
  private func due(
    _ migrations: [Migration]
  ) throws(StorageError) -> [(migration: Migration, number: Int)] {
    let done = try applied()
    var due: [(migration: Migration, number: Int)] = []
    var counts: [String: Int] = [:]
    for migration in migrations {
      let number = counts[migration.module, default: 0]
      counts[migration.module] = number + 1
      let names = done[migration.module] ?? []
      guard number < names.count else {
        due.append((migration, number))
        continue
      }
      // A released list was changed: continuing would change the wrong tables.
      guard names[number] == migration.name else { throw .newer }
    }
    for (module, count) in counts where (done[module] ?? []).count > count { throw .newer }
    return due
  }

  /// Throws for a database with tables of an unknown module, which belongs to a newer version. The app
  /// knows the modules that have migrations, and the retired ones.
  func refuseOthers(
    than migrations: [Migration], _ retired: Set<String>
  ) throws(StorageError) {
    let known = retired.union(migrations.map(\.module))
    guard try applied().keys.allSatisfy(known.contains) else { throw .newer }
  }

  /// Returns whether a module has tables in the database.
  func knows(_ module: String) throws(StorageError) -> Bool {
    try applied()[module] != nil
  }

  /// Returns the names of the migrations that have run, by module.
  func applied() throws(StorageError) -> [String: [String]] {
    guard try isMarked else { return [:] }
    var names: [String: [String]] = [:]
    try connection.each("SELECT module, name FROM migrations ORDER BY module, number", []) {
      row throws(StorageError) in
      names[try row.string(0), default: []].append(try row.string(1))
    }
    return names
  }
}
