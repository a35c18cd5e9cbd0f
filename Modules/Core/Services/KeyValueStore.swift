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
}
