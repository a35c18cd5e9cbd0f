// Needs: Books

import Books
import Catalogue
import Core
import Services

/// Libraries whose answers wait for ``HeldServices``.
struct HeldLibraries: LibraryStores {
  let services: HeldServices
  let stores: any LibraryStores

  func store(of owner: Owner) -> any LibraryStore {
    HeldLibrary(services: services, store: stores.store(of: owner))
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
    try stores.write(operation, for: owner) { records throws(StorageError) in
      services.block(.records)
      return try body(records)
    }
  }
}

private struct HeldLibrary: LibraryStore {
  let services: HeldServices
  let store: any LibraryStore

  func read<Value: Sendable>(
    _ operation: String, isLong: Bool,
    _ body: @Sendable (any LibraryReader) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    if isLong { await services.pass(.allEntries) }
    return try await store.read(operation, isLong: isLong, body)
  }

  func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    await services.pass(.entry)
    return try await store.change(operation, body)
  }
}
