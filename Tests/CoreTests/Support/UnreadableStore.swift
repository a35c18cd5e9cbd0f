import Foundation
import Services

/// A store in which one value can't be read, until the test repairs it.
@MainActor final class UnreadableStore: KeyValueStore {
  var isUnreadable = true
  private let store: any KeyValueStore
  private let key: String

  init(_ store: any KeyValueStore, key: String) {
    (self.store, self.key) = (store, key)
  }

  nonisolated func value(for key: String) async throws(StorageError) -> Data? {
    if key == self.key, await isUnreadable { throw .unavailable("the test") }
    return try await store.value(for: key)
  }

  nonisolated func set(_ value: Data?, for key: String) async throws(StorageError) {
    try await store.set(value, for: key)
  }

  nonisolated func values(withPrefix prefix: String) async throws(StorageError) -> KeyedValues {
    try await store.values(withPrefix: prefix)
  }

  nonisolated func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any KeyValueRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await store.change(operation, body)
  }

  nonisolated func records(in transaction: (any DatabaseTransaction)?) -> any KeyValueRecords {
    store.records(in: transaction)
  }
}
