public import Services
import CSQLite

extension SQLiteConnection: DatabaseTransaction {
  /// Calls `body` with each row of an answer.
  public func each(
    _ sql: String, _ values: [DatabaseValue],
    _ body: (any DatabaseRow) throws(StorageError) -> Void
  ) throws(StorageError) {
    try run(sql, values) { row throws(StorageError) in try body(row) }
  }

  /// Runs a statement, and returns how many rows it changed.
  @discardableResult
  public func execute(_ sql: String, _ values: [DatabaseValue]) throws(StorageError) -> Int {
    try run(sql, values) { _ throws(StorageError) in }
    return changes
  }

  /// Does a part of a transaction as a whole or not at all.
  public func savepoint<Value>(
    _ body: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try execute("SAVEPOINT part")
    do throws(StorageError) {
      let value = try body()
      try execute("RELEASE part")
      return value
    } catch {
      // An error such as a full disk may have ended the whole transaction.
      if isInTransaction {
        _ = try? execute("ROLLBACK TO part")
        _ = try? execute("RELEASE part")
      }
      throw error
    }
  }

  /// The number that a statement gives.
  func required(_ sql: String, _ operation: String) throws(StorageError) -> Int {
    self.operation = operation
    return try first(sql) { row throws(StorageError) in row.integer(0) ?? 0 } ?? 0
  }

  /// Reads a consistent state.
  public func read<Value>(
    _ operation: String, _ body: (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try transaction(operation, writing: false, body)
  }

  /// Changes something in one transaction: all of it, or nothing when `body` throws.
  public func write<Value>(
    _ operation: String, _ body: (any DatabaseTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    // The lock is taken at once: taken at the first change it could come too late for what was read.
    try transaction(operation, writing: true, body)
  }

  /// Whether the file has another name by now, or none.
  var hasMoved: Bool {
    var hasMoved: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return hasMoved != 0
  }

  /// Refuses to write into a file that has another name by now, where nobody would look for it.
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
    do throws(SQLiteError) { try beginTransaction(writing: writing) } catch {
      throw error.storageError
    }
    do throws(StorageError) {
      if writing { try checkPlace() }
      let value = try body(self)
      // Until here nobody has heard of it, and it can be taken back.
      if Task.isCancelled { throw .cancelled }
      do throws(SQLiteError) { try commitTransaction() } catch { throw error.storageError }
      return value
    } catch {
      if isInTransaction { _ = try? execute("ROLLBACK") }
      throw error
    }
  }
}
