public import Foundation

/// Keeps small values by key for as long as the person keeps the app.
///
/// What an implementation must do is in TestKit's `KeyValueStoreContract`.
public protocol KeyValueStore: Sendable {
  /// The value, or nil.
  func value(for key: String) async throws(StorageError) -> Data?
  /// Stores a value, or removes it when it is nil. When this returns, the value is kept.
  func set(_ value: Data?, for key: String) async throws(StorageError)
  /// The keys that begin with `prefix`, sorted by Unicode scalars.
  func keys(withPrefix prefix: String) async throws(StorageError) -> [String]
  /// Reads and changes values in one transaction: no other change comes between, in this window
  /// or another one, and when `body` throws nothing is changed.
  ///
  /// - Parameter operation: what is done in a person's words, such as "saving your profile", for
  ///   messages.
  func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any KeyValueRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value
  /// The same values as a part of a transaction that changes other things, too.
  ///
  /// - Parameter transaction: the one of the store's database; nil for a store in memory.
  func records(in transaction: (any DatabaseTransaction)?) -> any KeyValueRecords
}

/// The values of a ``KeyValueStore`` within a transaction: synchronous, with no other change between.
public protocol KeyValueRecords {
  /// The value, or nil.
  func value(for key: String) throws(StorageError) -> Data?
  /// Stores a value, or removes it when it is nil.
  func set(_ value: Data?, for key: String) throws(StorageError)
  /// The keys that begin with `prefix`, sorted by Unicode scalars.
  func keys(withPrefix prefix: String) throws(StorageError) -> [String]
}
