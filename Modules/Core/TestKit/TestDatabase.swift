public import Services
import Synchronization
import Testing

/// A database in a file for one test, which records an issue when code on the main actor blocks on
/// it.
public final class TestDatabase: Database {
  private let folder: TemporaryFolder
  private let database: any Database
  private let open: @Sendable (_ path: String) throws -> any Database
  private let asked = Mutex<Set<String>>([])

  /// Creates a migrated database in a folder that is deleted with it.
  ///
  /// - Parameters:
  ///   - migrations: the schema migrations, oldest first.
  ///   - open: opens or creates the file at a path.
  public init(
    _ migrations: [Migration], open: @escaping @Sendable (_ path: String) throws -> any Database
  ) throws {
    folder = try TemporaryFolder()
    self.open = open
    database = try open(folder.file("test.sqlite"))
    try database.migrate(migrations)
  }

  private init(_ folder: TemporaryFolder, open: @escaping @Sendable (String) throws -> any Database)
    throws
  {
    self.folder = folder
    self.open = open
    database = try open(folder.file("test.sqlite"))
  }

  /// Opens the same file again, as another window does.
  public func secondWindow() throws -> TestDatabase {
    try TestDatabase(folder, open: open)
  }

  /// Runs a statement outside of the app's code.
  public func execute(_ sql: String) throws {
    try database.write("testing") { transaction throws(StorageError) in
      _ = try transaction.execute(sql)
    }
  }

  /// Returns the rows of all tables of a query, each as its columns in SQL notation.
  public func dump(_ tables: [String]) throws -> [String] {
    try database.read("testing") { reader throws(StorageError) in
      var lines: [String] = []
      for table in tables {
        let columns = try reader.rows("SELECT name FROM pragma_table_info('\(table)')") {
          row throws(StorageError) in "quote(\(try row.string(0)))"
        }
        let line = columns.joined(separator: " || ', ' || ")
        lines += try reader.rows("SELECT \(line) FROM \(table) ORDER BY 1") {
          row throws(StorageError) in "\(table): \(try row.string(0))"
        }
      }
      return lines
    }
  }

  /// The statements that make the tables and indexes of the migrations, by name, each in one line: for a test that a
  /// released migration makes what it has always made.
  public var schema: [String] {
    get throws {
      try database.read("testing") { reader throws(StorageError) in
        try reader.rows(
          "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> 'migrations' ORDER BY name"
        ) { row throws(StorageError) in
          try row.string(0).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
      }
    }
  }

  /// The statements of the code under test.
  public var statements: Set<String> { asked.withLock { $0 } }

  /// Returns SQLite's query plans of the statements (sqlite.org/eqp.html): no line may scan a whole
  /// table, also to make an index for one query, or sort what an index could.
  public func slowPlans() throws -> [String] {
    let statements = statements.filter { !$0.hasPrefix("CREATE") }
    return try database.read("testing") { reader throws(StorageError) in
      var slow: [String] = []
      for sql in statements.sorted() {
        let values = [DatabaseValue](repeating: .null, count: Self.parameterCount(of: sql))
        try reader.each("EXPLAIN QUERY PLAN \(sql)", values) { row throws(StorageError) in
          let step = try row.string(3)
          if Self.isSlow(step) { slow.append("\(step): \(sql)") }
        }
      }
      return slow
    }
  }

  private static func parameterCount(of sql: String) -> Int {
    let code = sql.replacing(/'[^']*'/, with: "''")
    // Either all are numbered, or none.
    return code.matches(of: /\?(\d+)/).compactMap { Int($0.1) }.max() ?? code.count { $0 == "?" }
  }

  /// Whether a step of a query plan reads a whole table, or sorts.
  private static func isSlow(_ step: String) -> Bool {
    if step.contains("TEMP B-TREE") || step.contains(" USING AUTOMATIC ") { return true }
    guard step.hasPrefix("SCAN"), step != "SCAN CONSTANT ROW" else { return false }
    // A virtual table has plans of its own: 0 without a constraint is its whole table.
    return !step.contains("VIRTUAL TABLE INDEX") || step.hasSuffix("VIRTUAL TABLE INDEX 0:")
  }

  fileprivate func note(_ sql: String) {
    asked.withLock { _ = $0.insert(sql) }
  }

  // MARK: Database

  /// Reads a consistent snapshot.
  public func read<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    watch(operation)
    return try database.read(operation) { reader throws(StorageError) in
      try body(WatchedReader(database: self, reader: reader))
    }
  }

  /// Reads a snapshot for long work.
  public func readLong<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    watch(operation)
    return try database.readLong(operation) { reader throws(StorageError) in
      try body(WatchedReader(database: self, reader: reader))
    }
  }

  /// Changes rows in one transaction.
  public func write<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any DatabaseTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    watch(operation)
    return try database.write(operation) { transaction throws(StorageError) in
      try body(WatchedTransaction(database: self, transaction: transaction))
    }
  }

  /// Runs the pending migrations.
  public func migrate(_ migrations: [Migration]) throws(StorageError) {
    watch("migrating the database")
    try database.migrate(migrations)
  }

  /// Whether another connection has changed the database.
  public func wasChangedOutside() throws(StorageError) -> Bool {
    watch("checking for changes")
    return try database.wasChangedOutside()
  }

  /// Overwrites deleted data.
  public func purge() throws(StorageError) {
    watch("overwriting deleted data")
    try database.purge()
  }

  /// Claims an operation.
  public func claim(_ name: String) throws(StorageError) -> DatabaseClaim? {
    watch("claiming \(name)")
    return try database.claim(name)
  }

  private func watch(_ operation: String) {
    #expect(!MainActorProbe.isOnMainActor, "\(operation) must not stop the main actor")
  }
}

private struct WatchedReader: DatabaseReader {
  let database: TestDatabase
  let reader: any DatabaseReader

  func each(
    _ sql: String, _ values: [DatabaseValue],
    _ body: (any DatabaseRow) throws(StorageError) -> Void
  ) throws(StorageError) {
    database.note(sql)
    try reader.each(sql, values, body)
  }
}

private struct WatchedTransaction: DatabaseTransaction {
  let database: TestDatabase
  let transaction: any DatabaseTransaction

  func each(
    _ sql: String, _ values: [DatabaseValue],
    _ body: (any DatabaseRow) throws(StorageError) -> Void
  ) throws(StorageError) {
    database.note(sql)
    try transaction.each(sql, values, body)
  }

  func execute(_ sql: String, _ values: [DatabaseValue]) throws(StorageError) -> Int {
    database.note(sql)
    return try transaction.execute(sql, values)
  }
}
