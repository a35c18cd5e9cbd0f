/// Keeps rows in tables, and changes them in transactions.
///
/// Features write their own SQL against it, in SQLite's dialect, in their Services; no feature reads
/// another one's tables. There is no version of it in memory: what has one is the feature's service,
/// and its SQL is tested on the real thing.
///
/// Calls block while they read, write and wait for the disk, so they are made off the main thread: a
/// service's methods are `@concurrent`, and what takes longer than a moment runs in ``LongWork``. The
/// closures are synchronous, so no transaction waits for anything in its middle, and no call
/// is made within another one's closure. A cancelled task's work ends with
/// ``StorageError/cancelled`` and changes nothing.
public protocol Database: Sendable {
  /// Reads a consistent state: what others change meanwhile is not seen.
  ///
  /// - Parameter operation: what is done in a person's words, such as "reading a shelf", for messages.
  func read<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value

  /// The same for work that takes long, such as an export: no other reading waits for it.
  func readLong<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value

  /// Changes something in one transaction: when this returns all of it is kept, and when it throws
  /// nothing is changed.
  func write<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any DatabaseTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value

  /// Brings the tables up to date. See ``Migration``.
  func migrate(_ migrations: [Migration]) throws(StorageError)

  /// Whether another connection has changed the database since this was asked last, such as another
  /// window of the app.
  func wasChangedOutside() throws(StorageError) -> Bool

  /// Makes what was removed unreadable in the files, too.
  func purge() throws(StorageError)

  /// Claims something that is done in many transactions, such as an import, so that no other process does
  /// the same meanwhile.
  ///
  /// - Parameter name: what it is, as a word in lower case.
  /// - Returns: nil while another process has it.
  func claim(_ name: String) throws(StorageError) -> DatabaseClaim?
}

/// Reads rows within ``Database/read(_:_:)`` or a transaction, and nowhere else.
public protocol DatabaseReader {
  /// Calls `body` with each row of an answer.
  ///
  /// - Parameters:
  ///   - sql: one statement. It is prepared once and kept, so what varies belongs in `values`.
  ///   - values: what stands for its question marks, in order.
  func each(
    _ sql: String, _ values: [DatabaseValue],
    _ body: (any DatabaseRow) throws(StorageError) -> Void
  ) throws(StorageError)
}

/// Reads and changes rows within ``Database/write(_:_:)``, and nowhere else.
public protocol DatabaseTransaction: DatabaseReader {
  /// Runs a statement that gives no rows.
  ///
  /// - Returns: how many rows it inserted, changed or removed.
  @discardableResult
  func execute(_ sql: String, _ values: [DatabaseValue]) throws(StorageError) -> Int

  /// Does a part of the work as a whole or not at all: when `body` throws, what it changed is taken
  /// back, and the transaction can go on.
  func savepoint<Value>(
    _ body: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value
}

extension DatabaseReader {
  /// The rows of an answer, each made into a value.
  @inlinable @inline(__always) public func rows<Item>(
    _ sql: String, _ values: [DatabaseValue] = [],
    _ make: (any DatabaseRow) throws(StorageError) -> Item
  ) throws(StorageError) -> [Item] {
    try collect(sql, values, from: self, make)
  }

  /// The first row of an answer made into a value, or nil for an answer without rows.
  @inlinable @inline(__always) public func first<Item>(
    _ sql: String, _ values: [DatabaseValue] = [],
    _ make: (any DatabaseRow) throws(StorageError) -> Item
  ) throws(StorageError) -> Item? {
    try pick(sql, values, from: self, make)
  }
}

/// Makes rows into values.
///
/// Generic over the values only, not over the reader; `make bench` measures it by the rows that are read
/// into structs.
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
  /// Runs a statement without values.
  @discardableResult
  public func execute(_ sql: String) throws(StorageError) -> Int {
    try execute(sql, [])
  }
}
