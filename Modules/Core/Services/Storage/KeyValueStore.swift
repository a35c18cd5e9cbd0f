public import Foundation

/// Values with their keys, in the order of the keys' bytes.
public typealias KeyedValues = [(key: String, value: Data)]

/// A persistent store of small values by key.
///
/// Implementations must pass TestKit's `KeyValueStoreContract`.
public protocol KeyValueStore: Sendable {
  /// The value, or nil.
  func value(for key: String) async throws(StorageError) -> Data?
  /// Stores a value, or deletes it if nil. When this returns, the change is as durable as the store: over a
  /// database with full durability it is on the disk.
  func set(_ value: Data?, for key: String) async throws(StorageError)
  /// The values whose keys begin with the bytes of `prefix`, all of one moment.
  func values(withPrefix prefix: String) async throws(StorageError) -> KeyedValues
  /// Reads and changes values in one transaction: no other change, not even of another window, runs
  /// in between, and nothing is changed if `body` throws.
  ///
  /// - Parameters:
  ///   - operation: the operation in the user's words, such as "saving your profile", for messages.
  ///   - body: reads and changes the records, which are valid only inside it.
  func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any KeyValueRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value
  /// Returns the values as part of a transaction with other changes.
  ///
  /// - Parameter transaction: a transaction of the store's database; nil for a store in memory.
  func records(in transaction: (any DatabaseTransaction)?) -> any KeyValueRecords
}

/// The values of a ``KeyValueStore`` within a transaction: synchronous, without other changes in
/// between.
public protocol KeyValueRecords {
  /// The value, or nil.
  func value(for key: String) throws(StorageError) -> Data?
  /// Stores a value, or deletes it if nil.
  func set(_ value: Data?, for key: String) throws(StorageError)
  /// The values whose keys begin with the bytes of `prefix`.
  func values(withPrefix prefix: String) throws(StorageError) -> KeyedValues
}
