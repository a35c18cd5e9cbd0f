import Core
import Services
import Foundation
import TestKit

/// A store whose first save of routes, once it is slow, waits, so that later ones could overtake
/// it.
@MainActor final class SlowStore: KeyValueStore {
  let gate = Gate()
  var isSlow = false
  var isSlowToRead = false
  var isSlowToDelete = false
  private let store: any KeyValueStore

  init(_ store: any KeyValueStore) {
    self.store = store
  }

  nonisolated func value(for key: String) async throws(StorageError) -> Data? {
    await passReading()
    // As a database does.
    if Task.isCancelled { throw .cancelled }
    return try await store.value(for: key)
  }

  private func passReading() async {
    guard isSlowToRead else { return }
    isSlowToRead = false
    await gate.wait()
  }

  nonisolated func set(_ value: Data?, for key: String) async throws(StorageError) {
    await pass(isDeletion: value == nil)
    if Task.isCancelled { throw .cancelled }
    try await store.set(value, for: key)
  }

  private func pass(isDeletion: Bool) async {
    guard isSlow || (isSlowToDelete && isDeletion) else { return }
    (isSlow, isSlowToDelete) = (false, false)
    await gate.wait()
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
