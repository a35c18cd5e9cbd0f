import Catalogue
import Core
import Services

@testable import Books

/// Libraries with a hook before each change, which can fail like a full disk or make another change
/// first, one before each reading, which can wait, and one after it, which can fail.
struct HookedLibraryStores: LibraryStores {
  let stores: any LibraryStores
  let beforeChange: @Sendable () async throws(StorageError) -> Void
  var beforeReading: @Sendable () async -> Void = {}
  var afterReading: @Sendable (_ operation: String) async throws(StorageError) -> Void = { _ in }

  func store(of owner: Owner) -> any LibraryStore {
    HookedLibraryStore(
      store: stores.store(of: owner), beforeChange: beforeChange, beforeReading: beforeReading,
      afterReading: afterReading)
  }

  func records(
    of owner: Owner, in transaction: (any DatabaseTransaction)?
  ) -> any LibraryRecords {
    stores.records(of: owner, in: transaction)
  }

  func write<Value: Sendable>(
    _ operation: String, for owner: Owner,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try stores.write(operation, for: owner, body)
  }
}

private struct HookedLibraryStore: LibraryStore {
  let store: any LibraryStore
  let beforeChange: @Sendable () async throws(StorageError) -> Void
  let beforeReading: @Sendable () async -> Void
  let afterReading: @Sendable (_ operation: String) async throws(StorageError) -> Void

  func read<Value: Sendable>(
    _ operation: String, isLong: Bool,
    _ body: @Sendable (any LibraryReader) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    await beforeReading()
    let value = try await store.read(operation, isLong: isLong, body)
    try await afterReading(operation)
    return value
  }

  func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await beforeChange()
    return try await store.change(operation, body)
  }
}

/// What happens once, when something has been read.
@MainActor final class Hook {
  var body: @MainActor () async -> Void = {}

  func run() async {
    let body = body
    self.body = {}
    await body()
  }
}
