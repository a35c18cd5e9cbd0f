public import Services
public import Foundation

/// Keeps small values by key in a table of a database.
public struct DatabaseKeyValueStore: KeyValueStore {
  /// Schema migrations, oldest first.
  public static let migrations = [
    Migration(
      "values", "values",
      ["CREATE TABLE key_values (key TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL) STRICT"])
  ]

  private let database: any Database

  /// Creates a store over a database that was brought up to date.
  public init(_ database: any Database) {
    self.database = database
  }

  /// The value, or nil.
  @concurrent public func value(for key: String) async throws(StorageError) -> Data? {
    try database.read("reading a value") { reader throws(StorageError) in
      try reader.value(for: key)
    }
  }

  /// Stores or removes a value.
  @concurrent public func set(_ value: Data?, for key: String) async throws(StorageError) {
    try database.write("saving a value") { transaction throws(StorageError) in
      try DatabaseKeyValueRecords(transaction: transaction).set(value, for: key)
    }
  }

  /// The values whose keys begin with `prefix`.
  @concurrent public func values(
    withPrefix prefix: String
  ) async throws(StorageError) -> KeyedValues {
    try database.read("reading values") { reader throws(StorageError) in
      try reader.values(withPrefix: prefix)
    }
  }

  /// Reads and changes values in one transaction.
  @concurrent public func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any KeyValueRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try database.write(operation) { transaction throws(StorageError) in
      try body(DatabaseKeyValueRecords(transaction: transaction))
    }
  }

  /// The values as a part of a transaction.
  public func records(in transaction: (any DatabaseTransaction)?) -> any KeyValueRecords {
    guard let transaction else { preconditionFailure("A store in a database needs a transaction.") }
    return Self.records(in: transaction)
  }

  /// The values as a part of a transaction, also of a database that has no store.
  public static func records(in transaction: any DatabaseTransaction) -> any KeyValueRecords {
    DatabaseKeyValueRecords(transaction: transaction)
  }
}

private struct DatabaseKeyValueRecords: KeyValueRecords {
  let transaction: any DatabaseTransaction

  func value(for key: String) throws(StorageError) -> Data? {
    try transaction.value(for: key)
  }

  func set(_ value: Data?, for key: String) throws(StorageError) {
    if let value {
      try transaction.execute(
        "INSERT INTO key_values VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2",
        [.text(key), .blob(value)])
    } else {
      try transaction.execute("DELETE FROM key_values WHERE key = ?", [.text(key)])
    }
  }

  func values(withPrefix prefix: String) throws(StorageError) -> KeyedValues {
    try transaction.values(withPrefix: prefix)
  }
}

extension DatabaseReader {
  fileprivate func value(for key: String) throws(StorageError) -> Data? {
    try first("SELECT value FROM key_values WHERE key = ?", [.text(key)]) {
      row throws(StorageError) in try row.data(0)
    }
  }

  /// Texts are compared by their bytes in UTF-8, which never has the byte FF.
  fileprivate func values(withPrefix prefix: String) throws(StorageError) -> KeyedValues {
    try rows(
      """
      SELECT key, value FROM key_values
      WHERE key >= ?1 AND key < ?1 || CAST(x'FF' AS TEXT) ORDER BY key
      """, [.text(prefix)]
    ) { row throws(StorageError) in (try row.string(0), try row.data(1)) }
  }
}
