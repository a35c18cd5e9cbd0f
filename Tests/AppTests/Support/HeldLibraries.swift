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

  func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    await services.pass(.entry)
    return try await store.change(operation, body)
  }

  func entry(_ id: LibraryEntry.ID) async throws(StorageError) -> LibraryEntry? {
    try await store.entry(id)
  }

  func entries(
    for references: [CatalogueReference]
  ) async throws(StorageError) -> [CatalogueReference: LibraryEntry] {
    try await store.entries(for: references)
  }

  func entries(
    on shelf: Shelf.ID, _ query: ShelfQuery, offset: Int, limit: Int
  ) async throws(StorageError) -> Page<LibraryEntry> {
    try await store.entries(on: shelf, query, offset: offset, limit: limit)
  }

  func search(
    _ query: LibraryQuery, limit: Int
  ) async throws(StorageError) -> Page<LibraryEntry> {
    try await store.search(query, limit: limit)
  }

  func copies(
    of links: [BookLink]
  ) async throws(StorageError) -> [CatalogueReference: LibraryEntry] {
    try await store.copies(of: links)
  }

  func allEntries() async throws(StorageError) -> [LibraryEntry] {
    await services.pass(.allEntries)
    return try await store.allEntries()
  }

  func undoState() async throws(StorageError) -> UndoState { try await store.undoState() }
  func count() async throws(StorageError) -> Int { try await store.count() }
  func counts() async throws(StorageError) -> [Shelf.ID: Int] { try await store.counts() }
  func ownShelves() async throws(StorageError) -> [Shelf] { try await store.ownShelves() }
  func order(of shelf: Shelf.ID) async throws(StorageError) -> ShelfOrder? {
    try await store.order(of: shelf)
  }
}
