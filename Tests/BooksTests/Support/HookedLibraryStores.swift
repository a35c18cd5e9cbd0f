import Books
import Catalogue
import Core
import Services

/// Libraries with a hook before each change, which can fail like a full disk or make another change
/// first, one before each reading of a shelf, which can wait, one after the ends of the list of
/// changes were read, and one after all entries, copies of books or numbers of books were read.
struct HookedLibraryStores: LibraryStores {
  let stores: any LibraryStores
  let beforeChange: @Sendable () async throws(StorageError) -> Void
  var beforeShelf: @Sendable () async -> Void = {}
  var afterUndoState: @Sendable () async -> Void = {}
  var afterReading: @Sendable () async -> Void = {}

  func store(of owner: Owner) -> any LibraryStore {
    HookedLibraryStore(
      store: stores.store(of: owner), beforeChange: beforeChange, beforeShelf: beforeShelf,
      afterUndoState: afterUndoState, afterReading: afterReading)
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
  let beforeShelf: @Sendable () async -> Void
  let afterUndoState: @Sendable () async -> Void
  let afterReading: @Sendable () async -> Void

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
    await beforeShelf()
    return try await store.entries(on: shelf, query, offset: offset, limit: limit)
  }

  func search(
    _ query: LibraryQuery, limit: Int
  ) async throws(StorageError) -> Page<LibraryEntry> {
    try await store.search(query, limit: limit)
  }

  func copies(
    of links: [BookLink]
  ) async throws(StorageError) -> [CatalogueReference: LibraryEntry] {
    let copies = try await store.copies(of: links)
    await afterReading()
    return copies
  }

  func allEntries() async throws(StorageError) -> [LibraryEntry] {
    let entries = try await store.allEntries()
    await afterReading()
    return entries
  }

  func count() async throws(StorageError) -> Int { try await store.count() }
  func counts() async throws(StorageError) -> [Shelf.ID: Int] {
    let counts = try await store.counts()
    await afterReading()
    return counts
  }

  func ownShelves() async throws(StorageError) -> [Shelf] { try await store.ownShelves() }
  func order(of shelf: Shelf.ID) async throws(StorageError) -> ShelfOrder? {
    try await store.order(of: shelf)
  }
  func undoState() async throws(StorageError) -> UndoState {
    let state = try await store.undoState()
    await afterUndoState()
    return state
  }

  func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await beforeChange()
    return try await store.change(operation, body)
  }
}
