import Services
import CSQLite
import Foundation

/// One connection to a database file, used by one thread at a time.
///
/// It caches prepared statements, checks every result code, and names the operation in each error.
/// A long statement ends with `SQLITE_INTERRUPT` soon after its task was cancelled.
package final class SQLiteConnection {
  /// The maximum wait for another connection's lock, in milliseconds.
  package static let busyTimeout: Int32 = 10_000
  /// The number of SQLite instructions between checks for cancellation.
  private static let interruptionInterval: Int32 = 1000

  /// The file's path.
  package let path: String
  /// The current operation, for messages.
  var operation = "opening the database"
  let handle: OpaquePointer
  private var statements = SQLiteStatements()
  private var lasting: [OpaquePointer] = []
  /// The statements of transactions, which are not looked up by their text.
  lazy var begin = prepared(forGood: "BEGIN")
  lazy var beginImmediate = prepared(forGood: "BEGIN IMMEDIATE")
  lazy var commit = prepared(forGood: "COMMIT")
  lazy var rollback = prepared(forGood: "ROLLBACK")
  /// Whether SQLite has reported damage of the file; a row that can't be decoded does not count.
  var foundDamage = false
  /// Whether `transaction(_:writing:_:)` has begun a transaction and not ended it.
  var expectsTransaction = false

  /// Runs once, before the first connection.
  static let isConfigured = csqlite_count_no_memory() == SQLITE_OK

  /// Opens a file, or creates it if the connection writes.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - mode: what the connection may do with the file.
  ///   - pageSize: the page size of a new file, in bytes; nil for SQLite's default.
  /// - Throws: ``SQLiteError``, also for a file that isn't a database.
  package init(path: String, mode: Mode, pageSize: Int? = nil) throws(SQLiteError) {
    _ = Self.isConfigured
    var handle: OpaquePointer?
    let flags = mode.access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(mode.name(of: path), &handle, flags, nil)
    self.path = path
    guard code == SQLITE_OK, let handle else {
      let message = String(cString: sqlite3_errstr(code))
      sqlite3_close_v2(handle)
      throw SQLiteError(operation: operation, code: code, message: message)
    }
    self.handle = handle
    useUsualWait()
    _ = csqlite_set_defensive(handle, 1)
    if mode.isForeign { _ = csqlite_distrust_schema(handle) }
    // The callback runs in the task that waits for the statement.
    sqlite3_progress_handler(
      handle, Self.interruptionInterval, { _ in Task.isCancelled ? 1 : 0 }, nil)
    // Before the first write; existing files keep their page size.
    if let pageSize { try run("PRAGMA page_size=\(pageSize)") }
    try configure(mode)
  }

  deinit {
    statements.finalize()
    for statement in lasting { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  private func configure(_ mode: Mode) throws(SQLiteError) {
    if mode.writes {
      // Deleted data is overwritten, so that it is not left in the file.
      try run("PRAGMA secure_delete=ON")
      if mode.usesLog { try useLog() }
      try run("PRAGMA synchronous=\(mode.synchronous)")
      // On Apple's systems a sync alone leaves data in the disk's cache; elsewhere both do nothing.
      try run("PRAGMA fullfsync=ON")
      try run("PRAGMA checkpoint_fullfsync=ON")
      try run("PRAGMA foreign_keys=ON")
    }
    // Errors of the file are found here, and not at a caller's first statement.
    if !mode.writes { _ = try text("PRAGMA schema_version") }
    try run("PRAGMA temp_store=MEMORY")
    // A file from outside runs no code of its own.
    try run("PRAGMA trusted_schema=OFF")
    try run("PRAGMA cell_size_check=ON")
  }

  /// Gives the file a log. Of two processes that do this at once SQLite refuses one without calling the handler that
  /// waits for locks.
  private func useLog() throws(SQLiteError) {
    var tries: Int32 = 0
    while try text("PRAGMA journal_mode") != "wal" {
      do throws(SQLiteError) { return try run("PRAGMA journal_mode=WAL") } catch {
        guard error.primaryCode == SQLITE_BUSY, Self.waitForLock(tries) != 0 else { throw error }
        tries += 1
      }
    }
  }

  // MARK: Statements

  /// Runs a statement, without values and rows.
  package func run(_ sql: String) throws(SQLiteError) {
    try run(sql, []) { _ throws(SQLiteError) in }
  }

  /// Returns the first column of the first row, or nil.
  package func text(_ sql: String) throws(SQLiteError) -> String? {
    var text: String?
    try run(sql, []) { row throws(SQLiteError) in if text == nil { text = row.text(0) } }
    return text
  }

  /// Runs a statement and calls `body` with each of its rows.
  func run<Failure: Error>(
    _ sql: String, _ values: [DatabaseValue], _ body: (SQLiteRow) throws(Failure) -> Void
  ) throws(Failure) where Failure: FromSQLiteError {
    let row: SQLiteRow
    let isKept: Bool
    do throws(SQLiteError) { (row, isKept) = try prepared(sql) } catch { throw Failure(error) }
    let statement = row.statement
    // A statement that is not reset keeps its snapshot, and the log grows without end.
    defer { if isKept { sqlite3_reset(statement) } else { sqlite3_finalize(statement) } }
    do throws(SQLiteError) { try bind(values, to: statement) } catch { throw Failure(error) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try body(row)
      case SQLITE_DONE: return
      default: throw Failure(failure())
      }
    }
  }

  private func prepared(_ sql: String) throws(SQLiteError) -> (SQLiteRow, isKept: Bool) {
    if let kept = statements.find(sql), sqlite3_stmt_busy(kept.statement) == 0 {
      return (kept, true)
    }
    var statement: OpaquePointer?
    var isOnly = true
    let code = sql.withCString { text in
      var rest: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(
        handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, &rest)
      if let rest, code == SQLITE_OK { isOnly = isEmpty(rest) }
      return code
    }
    guard code == SQLITE_OK else { throw failure() }
    guard let ready = statement, isOnly else {
      sqlite3_finalize(statement)
      let problem = isOnly ? "no statement" : "more than one statement"
      throw SQLiteError(operation: operation, code: SQLITE_MISUSE, message: problem)
    }
    // The same statement is already running: this one is not cached.
    let row = SQLiteRow(statement: ready)
    return (row, statements.keep(row, for: sql))
  }

  /// Returns whether a text has no statement, only white space, comments and semicolons.
  private func isEmpty(_ sql: UnsafePointer<CChar>) -> Bool {
    if sql.pointee == 0 { return true }
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    return sqlite3_prepare_v3(handle, sql, -1, 0, &statement, nil) == SQLITE_OK && statement == nil
  }

  private func prepared(forGood sql: String) -> OpaquePointer? {
    var statement: OpaquePointer?
    sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    if let statement { lasting.append(statement) }
    return statement
  }

  /// Binds values, which are never a part of the statement's text.
  private func bind(
    _ values: [DatabaseValue], to statement: OpaquePointer
  ) throws(SQLiteError) {
    guard Int(sqlite3_bind_parameter_count(statement)) == values.count else {
      throw SQLiteError(
        operation: operation, code: SQLITE_RANGE,
        message: "\(values.count) values do not fit the statement's question marks")
    }
    var index: Int32 = 0
    for value in values {
      index += 1
      guard Self.bind(value, at: index, to: statement) == SQLITE_OK else { throw failure() }
    }
  }

  private static func bind(
    _ value: DatabaseValue, at index: Int32, to statement: OpaquePointer
  ) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let number): return sqlite3_bind_int64(statement, index, number)
    case .real(let number): return sqlite3_bind_double(statement, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { bytes in
          sqlite3_bind_text64(
            statement, index, bytes.baseAddress ?? Self.empty, UInt64(bytes.count),
            csqlite_transient(), UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let data):
      if data.isEmpty { return sqlite3_bind_zeroblob(statement, index, 0) }
      return data.withUnsafeBytes { bytes in
        sqlite3_bind_blob64(
          statement, index, bytes.baseAddress, UInt64(bytes.count), csqlite_transient())
      }
    }
  }

  /// The address of an empty text, which has none of its own.
  // An immutable pointer to an immutable byte.
  nonisolated(unsafe) private static let empty: UnsafePointer<CChar> = {
    let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    byte.initialize(to: 0)
    return UnsafePointer(byte)
  }()

  /// Returns SQLite's error of the last call.
  func failure() -> SQLiteError {
    // The thread's last system error; the next call may change it.
    let number = errno
    return failure(
      sqlite3_extended_errcode(handle), number, String(cString: sqlite3_errmsg(handle)))
  }

  /// Returns the error for a result code.
  ///
  /// - Parameter number: the system's error number.
  func failure(_ code: Int32, _ number: Int32, _ message: String) -> SQLiteError {
    var code = code
    // SQLite detects a full disk, but neither an exceeded quota nor a file size limit.
    if code & 0xFF == SQLITE_IOERR, number == EDQUOT || number == EFBIG { code = SQLITE_FULL }
    // A cancelled task has stopped waiting for a lock.
    if code & 0xFF == SQLITE_BUSY, Task.isCancelled { code = SQLITE_INTERRUPT }
    let error = SQLiteError(operation: operation, code: code, message: message)
    if case .damaged = error.storageError { foundDamage = true }
    return error
  }

  /// The number of rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes64(handle)) }
  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
}
