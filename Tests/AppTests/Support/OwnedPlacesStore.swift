import Core
import Services
import Foundation
import Synchronization

/// A store that records each write of one account's route under another owner's key.
final class OwnedPlacesStore: KeyValueStore {
  private let store = MemoryKeyValueStore()
  private let found = Mutex<[String]>([])

  /// Returns the wrong writes since the last call.
  func takeViolations() -> [String] {
    found.withLock { found in
      defer { found = [] }
      return found
    }
  }

  func value(for key: String) async throws(StorageError) -> Data? { try store.value(for: key) }

  func set(_ value: Data?, for key: String) async throws(StorageError) {
    let text = String(decoding: value ?? Data(), as: UTF8.self)
    for account in ["account/ada/", "account/bo/"]
    where text.contains(account) && !key.hasPrefix(account) {
      found.withLock { $0.append("a place of \(account) is kept as \(key)") }
    }
    try store.set(value, for: key)
  }

  func values(withPrefix prefix: String) async throws(StorageError) -> KeyedValues {
    try store.values(withPrefix: prefix)
  }

  func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any KeyValueRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try store.change(operation, body)
  }

  func records(in transaction: (any DatabaseTransaction)?) -> any KeyValueRecords { store }
}
