import Catalogue
import Core
import Services

@testable import Books

// Each reading of a library alone.
extension LibraryStore {
  func entry(_ id: LibraryEntry.ID) async throws(StorageError) -> LibraryEntry? {
    try await read { reader throws(StorageError) in try reader.entry(id) }
  }

  func entries(
    for references: [CatalogueReference]
  ) async throws(StorageError) -> [CatalogueReference: LibraryEntry] {
    try await read { reader throws(StorageError) in try reader.entries(for: references) }
  }

  func entries(
    on shelf: Shelf.ID, _ query: ShelfQuery = ShelfQuery(), offset: Int, limit: Int
  ) async throws(StorageError) -> Page<LibraryEntry> {
    try await read { reader throws(StorageError) in
      try reader.entries(on: shelf, query, offset: offset, limit: limit)
    }
  }

  /// Returns the entries on a shelf that match a filter, from `offset`, newest first.
  func entries(
    on shelf: Shelf.ID, matching filter: WordFilter, offset: Int, limit: Int
  ) async throws(StorageError) -> Page<LibraryEntry> {
    try await entries(on: shelf, ShelfQuery(filter), offset: offset, limit: limit)
  }

  func search(_ query: LibraryQuery, limit: Int) async throws(StorageError) -> Page<LibraryEntry> {
    try await read { reader throws(StorageError) in try reader.search(query, limit: limit) }
  }

  func copies(
    of links: [BookLink]
  ) async throws(StorageError) -> [CatalogueReference: LibraryEntry] {
    try await read { reader throws(StorageError) in try reader.copies(of: links) }
  }

  func allEntries() async throws(StorageError) -> [LibraryEntry] {
    try await read(isLong: true) { reader throws(StorageError) in try reader.allEntries() }
  }

  func count() async throws(StorageError) -> Int {
    try await read { reader throws(StorageError) in try reader.count() }
  }

  func counts() async throws(StorageError) -> [Shelf.ID: Int] {
    try await read { reader throws(StorageError) in try reader.counts() }
  }

  func ownShelves() async throws(StorageError) -> [Shelf] {
    try await read { reader throws(StorageError) in try reader.ownShelves() }
  }

  func order(of shelf: Shelf.ID) async throws(StorageError) -> ShelfOrder? {
    try await read { reader throws(StorageError) in try reader.order(of: shelf) }
  }

  func undoState() async throws(StorageError) -> UndoState {
    try await read { reader throws(StorageError) in try reader.undoState() }
  }

  private func read<Value: Sendable>(
    isLong: Bool = false, _ body: @Sendable (any LibraryReader) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await read("testing", isLong: isLong, body)
  }
}
