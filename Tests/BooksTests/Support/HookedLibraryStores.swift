import Books
import Core

/// Libraries that do something before each change: fail as a full disk does, or let something else
/// happen first.
struct HookedLibraryStores: LibraryStores {
  let stores: any LibraryStores
  let beforeChange: @Sendable () async throws(StorageError) -> Void

  func store(of owner: Owner) -> any LibraryStore {
    HookedLibraryStore(store: stores.store(of: owner), beforeChange: beforeChange)
  }
}

private struct HookedLibraryStore: LibraryStore {
  let store: any LibraryStore
  let beforeChange: @Sendable () async throws(StorageError) -> Void

  func entry(_ id: LibraryEntry.ID) async throws(StorageError) -> LibraryEntry? {
    try await store.entry(id)
  }

  func entries(
    for references: [CatalogueReference]
  ) async throws(StorageError) -> [CatalogueReference: LibraryEntry] {
    try await store.entries(for: references)
  }

  func entries(
    on shelf: Shelf.ID, offset: Int, limit: Int
  ) async throws(StorageError) -> Page<LibraryEntry> {
    try await store.entries(on: shelf, offset: offset, limit: limit)
  }

  func allEntries() async throws(StorageError) -> [LibraryEntry] { try await store.allEntries() }
  func counts() async throws(StorageError) -> [Shelf.ID: Int] { try await store.counts() }
  func ownShelves() async throws(StorageError) -> [Shelf] { try await store.ownShelves() }

  func save(_ entry: LibraryEntry) async throws(StorageError) {
    try await beforeChange()
    try await store.save(entry)
  }

  func remove(_ id: LibraryEntry.ID) async throws(StorageError) {
    try await beforeChange()
    try await store.remove(id)
  }

  func save(_ shelf: Shelf) async throws(StorageError) {
    try await beforeChange()
    try await store.save(shelf)
  }

  func removeShelf(_ id: Shelf.ID) async throws(StorageError) {
    try await beforeChange()
    try await store.removeShelf(id)
  }

  func removeAll() async throws(StorageError) {
    try await beforeChange()
    try await store.removeAll()
  }
}
