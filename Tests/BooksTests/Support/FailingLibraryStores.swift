import Books
import Core
import Synchronization

/// Libraries that take a number of changes and then fail, as a full disk does.
final class FailingLibraryStores: LibraryStores {
  private let stores: any LibraryStores
  private let left: Mutex<Int>

  init(_ stores: any LibraryStores, changes: Int) {
    self.stores = stores
    left = Mutex(changes)
  }

  func store(of owner: Owner) -> any LibraryStore {
    FailingLibraryStore(store: stores.store(of: owner), stores: self)
  }

  fileprivate func change() throws(StorageError) {
    let isLeft = left.withLock { left in
      left -= 1
      return left >= 0
    }
    if !isLeft { throw .full }
  }
}

private struct FailingLibraryStore: LibraryStore {
  let store: any LibraryStore
  let stores: FailingLibraryStores

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
    try stores.change()
    try await store.save(entry)
  }

  func remove(_ id: LibraryEntry.ID) async throws(StorageError) {
    try stores.change()
    try await store.remove(id)
  }

  func save(_ shelf: Shelf) async throws(StorageError) {
    try stores.change()
    try await store.save(shelf)
  }

  func removeShelf(_ id: Shelf.ID) async throws(StorageError) {
    try stores.change()
    try await store.removeShelf(id)
  }

  func removeAll() async throws(StorageError) {
    try stores.change()
    try await store.removeAll()
  }
}
