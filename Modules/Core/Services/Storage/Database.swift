/// Tables of rows that change in transactions.
///
/// Features use SQL in SQLite's dialect, in their Services; no feature reads another one's tables.
/// An app in memory has no database: a feature's service then uses its own implementation, and SQL is
/// tested with SQLite.
///
/// Calls block while they read, write and wait for the disk, so they are made off the main thread:
/// a service's methods are `@concurrent`, and long work runs in `LongWork` of the module Files. The
/// closures are synchronous, so no transaction suspends, and closures are not nested. The work of a
/// cancelled task ends with ``StorageError/cancelled`` and changes nothing.
public protocol Database: Sendable {
  /// Reads a consistent snapshot.
  ///
  /// - Parameters:
  ///   - operation: the operation in the user's words, such as "reading a shelf", for messages.
  ///   - body: reads; the reader is valid only inside it.
  func read<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value

  /// Reads a snapshot for long work, such as an export, without delaying other reads.
  func readLong<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value

  /// Changes rows in one transaction: committed when this returns, rolled back when it throws.
  func write<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any DatabaseTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value

  /// Runs the migrations that were not run yet. See ``Migration``.
  func migrate(_ migrations: [Migration]) throws(StorageError)

  /// Whether another connection, such as another window's, has changed the database since the last
  /// call.
  func wasChangedOutside() throws(StorageError) -> Bool

  /// Overwrites deleted data in the files.
  func purge() throws(StorageError)

  /// Claims an operation of many transactions, such as an import, so that no other process runs the
  /// same one.
  ///
  /// - Parameter name: the operation, as a word in lower case.
  /// - Returns: the claim, or nil while another process holds it.
  func claim(_ name: String) throws(StorageError) -> DatabaseClaim?
}

/// Reads rows; only valid within ``Database/read(_:_:)`` or a transaction.
public protocol DatabaseReader {
  /// Calls `body` with each row of a result.
  ///
  /// - Parameters:
  ///   - sql: one statement. It is prepared once and cached, so variable parts belong in `values`.
  ///   - values: the values of its question marks, in order.
  ///   - body: receives a row, which is valid only inside it.
  func each(
    _ sql: String, _ values: [DatabaseValue],
    _ body: (any DatabaseRow) throws(StorageError) -> Void
  ) throws(StorageError)
}

/// Reads and changes rows; only valid within ``Database/write(_:_:)``.
public protocol DatabaseTransaction: DatabaseReader {
  /// Runs a statement without a result.
  ///
  /// - Returns: the number of inserted, changed or deleted rows.
  @discardableResult
  func execute(_ sql: String, _ values: [DatabaseValue]) throws(StorageError) -> Int
}

extension DatabaseReader {
  /// Returns the rows of a result, each converted to a value.
  @inlinable @inline(__always) public func rows<Item>(
    _ sql: String, _ values: [DatabaseValue] = [],
    _ make: (any DatabaseRow) throws(StorageError) -> Item
  ) throws(StorageError) -> [Item] {
    try collect(sql, values, from: self, make)
  }

  /// Returns the first row of a result, converted to a value, or nil without rows.
  @inlinable @inline(__always) public func first<Item>(
    _ sql: String, _ values: [DatabaseValue] = [],
    _ make: (any DatabaseRow) throws(StorageError) -> Item
  ) throws(StorageError) -> Item? {
    try pick(sql, values, from: self, make)
  }
}

/// Converts rows to values.
///
/// Generic over the values only, not over the reader; `make bench` measures it by the rows that are
/// read into structs.
@inlinable func collect<Item>(
  _ sql: String, _ values: [DatabaseValue], from reader: any DatabaseReader,
  _ make: (any DatabaseRow) throws(StorageError) -> Item
) throws(StorageError) -> [Item] {
  var items: [Item] = []
  try reader.each(sql, values) { row throws(StorageError) in items.append(try make(row)) }
  return items
}

@inlinable func pick<Item>(
  _ sql: String, _ values: [DatabaseValue], from reader: any DatabaseReader,
  _ make: (any DatabaseRow) throws(StorageError) -> Item
) throws(StorageError) -> Item? {
  var found: Item?
  try reader.each(sql, values) { row throws(StorageError) in
    if found == nil { found = try make(row) }
  }
  return found
}

extension DatabaseTransaction {
  /// Runs a statement without values, and returns the number of inserted, changed or deleted rows.
  @discardableResult
  public func execute(_ sql: String) throws(StorageError) -> Int {
    try execute(sql, [])
  }
}
