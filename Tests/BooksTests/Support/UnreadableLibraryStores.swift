import Books
import Catalogue
import Core
import Services
import Synchronization

/// Empty libraries whose books cannot be read until they are repaired.
final class UnreadableLibraryStores: LibraryStores {
  private let isBroken = Mutex(true)
  private let stores = MemoryLibraryStores()
  private let error: StorageError

  /// - Parameter error: the error of each reading.
  init(_ error: StorageError = .full) {
    self.error = error
  }

  func repair() { isBroken.withLock { $0 = false } }

  func store(of owner: Owner) -> any LibraryStore {
    EmptyStore(error: isBroken.withLock { $0 ? error : nil })
  }

  func records(
    of owner: Owner, in transaction: (any DatabaseTransaction)?
  ) -> any LibraryRecords {
    stores.records(of: owner, in: transaction)
  }
}

private struct EmptyStore: LibraryStore {
  let error: StorageError?

  private func read<Value>(_ value: Value) throws(StorageError) -> Value {
    if let error { throw error }
    return value
  }

  func entry(_ id: LibraryEntry.ID) async throws(StorageError) -> LibraryEntry? { try read(nil) }
  func entries(
    for references: [CatalogueReference]
  ) async throws(StorageError) -> [CatalogueReference: LibraryEntry] { try read([:]) }
  func entries(
    on shelf: Shelf.ID, _ query: ShelfQuery, offset: Int, limit: Int
  ) async throws(StorageError) -> Page<LibraryEntry> {
    try read(Page(items: [], total: 0, next: nil))
  }
  func search(
    _ query: LibraryQuery, limit: Int
  ) async throws(StorageError) -> Page<LibraryEntry> { try read(.empty) }
  func copies(
    of links: [BookLink]
  ) async throws(StorageError) -> [CatalogueReference: LibraryEntry] { try read([:]) }
  func allEntries() async throws(StorageError) -> [LibraryEntry] { try read([]) }
  func count() async throws(StorageError) -> Int { try read(0) }
  func counts() async throws(StorageError) -> [Shelf.ID: Int] { try read([:]) }
  func ownShelves() async throws(StorageError) -> [Shelf] { try read([]) }
  func order(of shelf: Shelf.ID) async throws(StorageError) -> ShelfOrder? { try read(nil) }
  func undoState() async throws(StorageError) -> UndoState { try read(UndoState()) }
  func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try body(MemoryLibraryStore())
  }
}
