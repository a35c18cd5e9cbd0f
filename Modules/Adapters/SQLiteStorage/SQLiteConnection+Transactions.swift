package import Services
import CSQLite

extension SQLiteConnection: DatabaseTransaction {
  /// Calls `body` with each row of the result.
  package func each(
    _ sql: String, _ values: [DatabaseValue],
    _ body: (any DatabaseRow) throws(StorageError) -> Void
  ) throws(StorageError) {
    try checkTransaction()
    try run(sql, values) { row throws(StorageError) in try body(row) }
  }

  /// Runs a statement and returns the number of changed rows.
  @discardableResult
  package func execute(_ sql: String, _ values: [DatabaseValue]) throws(StorageError) -> Int {
    try checkTransaction()
    try run(sql, values) { _ throws(StorageError) in }
    return changes
  }

  /// Throws if SQLite has rolled the transaction back, as on a full disk or after a cancellation, and the caller has
  /// ignored the error: each later statement would be a transaction of its own (sqlite.org/lang_transaction.html).
  private func checkTransaction() throws(StorageError) {
    guard expectsTransaction, !isInTransaction else { return }
    if Task.isCancelled { throw .cancelled }
    throw .unavailable("\(operation): an error has rolled back the transaction")
  }

  /// Returns the number in the first column of a statement's result, of which there is one.
  func number(_ sql: String, _ operation: String) throws(StorageError) -> Int {
    self.operation = operation
    return try number(sql)
  }

  /// Reads a consistent state.
  package func read<Value>(
    _ operation: String, _ body: (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try transaction(operation, writing: false, body)
  }

  /// Runs `body` in one transaction, which is rolled back if `body` throws.
  package func write<Value>(
    _ operation: String, _ body: (any DatabaseTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    // The lock is acquired at the start; at the first change the values read so far could be
    // outdated.
    try transaction(operation, writing: true, body)
  }

  /// Whether the file was renamed or deleted.
  var hasMoved: Bool {
    var hasMoved: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return hasMoved != 0
  }

  /// Throws if the file was renamed or deleted, so that nothing is written into it.
  func checkPlace() throws(StorageError) {
    guard hasMoved else { return }
    throw .unavailable(
      "\(operation): \(path) was moved or replaced, perhaps by another window of the app; quit"
        + " the app and start it again")
  }

  private func transaction<Value>(
    _ operation: String, writing: Bool, _ body: (SQLiteConnection) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    self.operation = operation
    defer { expectsTransaction = false }
    do throws(StorageError) {
      do throws(SQLiteError) { try step(writing ? beginImmediate : begin) } catch {
        throw error.storageError
      }
      expectsTransaction = true
      if writing { try checkPlace() }
      let value = try body(self)
      // The change is not confirmed yet and can be rolled back.
      if Task.isCancelled { throw .cancelled }
      do throws(SQLiteError) { try step(commit) } catch {
        // If only the sync has failed, the change is in the log, and a start after a kill would read it there.
        if writing, !isInTransaction { emptyLog(within: SQLiteDatabase.patience) }
        throw error.storageError
      }
      return value
    } catch {
      if isInTransaction { _ = try? step(rollback) }
      throw error
    }
  }

  /// Runs a statement that begins or ends a transaction. A cancelled task does not interrupt it.
  private func step(_ statement: OpaquePointer?) throws(SQLiteError) {
    defer { sqlite3_reset(statement) }
    // SQLite counts the steps of a prepared statement over all its runs. At the interval it would ask whether to
    // interrupt one that has taken effect, and call it a failure.
    _ = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1)
    guard sqlite3_step(statement) == SQLITE_DONE else { throw failure() }
  }
}

extension DatabaseReader {
  /// Returns the number in the first column of a statement's result, of which there is one.
  func number(_ sql: String) throws(StorageError) -> Int {
    try first(sql) { row throws(StorageError) in try row.number(0) } ?? 0
  }
}
