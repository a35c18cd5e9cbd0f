import Catalogue
import Services
import Synchronization

/// Keeps entries and shelves in memory, on the calling thread. No operation can fail in the middle
/// of a change.
final class MemoryLibraryStore: LibraryStore, LibraryRecords {
  private struct State {
    var entries: [LibraryEntry.ID: LibraryEntry] = [:]
    /// The entries of each book.
    var byReference: [CatalogueReference: Set<LibraryEntry.ID>] = [:]
    var search = MemoryLibrarySearch()
    var shelves: [Shelf] = []
    var orders: [Shelf.ID: ShelfOrder] = [:]
    var rows: [LibraryEntry.ID: ImportedRow] = [:]
    var changes = MemoryChanges()
  }

  private let state = Mutex(State())

  func entry(_ id: LibraryEntry.ID) throws(StorageError) -> LibraryEntry? {
    state.withLock { $0.entries[id] }
  }

  /// Returns `false`: in memory all entries can be read.
  func isUnreadable(_ id: LibraryEntry.ID) throws(StorageError) -> Bool { false }

  func entries(
    for references: [CatalogueReference]
  ) throws(StorageError) -> [CatalogueReference: LibraryEntry] {
    state.withLock { state in
      var found: [CatalogueReference: LibraryEntry] = [:]
      for reference in references {
        if let id = state.search.last(of: state.byReference[reference] ?? []) {
          found[reference] = state.entries[id]
        }
      }
      return found
    }
  }

  func entries(
    on shelf: Shelf.ID, _ query: ShelfQuery, offset: Int, limit: Int
  ) throws(StorageError) -> Page<LibraryEntry> {
    state.withLock { state in
      let keys = state.entries.values
        .filter { $0.shelves.contains(shelf) && query.matches($0) }
        .map(query.sortKey)
      let all = query.order.sorted(keys).compactMap { state.entries[LibraryEntry.ID($0.id)] }
      let start = min(max(offset, 0), all.count)
      let end = start + min(max(limit, 0), all.count - start)
      return Page(
        items: Array(all[start..<end]), total: all.count, next: end < all.count ? end : nil)
    }
  }

  func search(
    _ query: LibraryQuery, limit: Int
  ) throws(StorageError) -> Page<LibraryEntry> {
    state.withLock { $0.search.page(query, limit: max(limit, 0), $0.entries, $0.shelves) }
  }

  func copies(
    of links: [BookLink]
  ) throws(StorageError) -> [CatalogueReference: LibraryEntry] {
    var found = try entries(for: links.map(\.reference))
    state.withLock { state in
      for link in links where found[link.reference] == nil {
        let copy = state.search.copy(of: link, state.entries)
        found[link.reference] = copy.flatMap { state.entries[$0] }
      }
    }
    return found
  }

  func allEntries() throws(StorageError) -> [LibraryEntry] {
    state.withLock { state in
      state.entries.values.sorted { ($0.added, $0.id.rawValue) < ($1.added, $1.id.rawValue) }
    }
  }

  func count() throws(StorageError) -> Int {
    state.withLock { $0.entries.count }
  }

  func counts() throws(StorageError) -> [Shelf.ID: Int] {
    state.withLock { state in
      state.entries.values.reduce(into: [:]) { counts, entry in
        for shelf in entry.shelves { counts[shelf, default: 0] += 1 }
      }
    }
  }

  func save(_ entry: LibraryEntry) throws(StorageError) {
    state.withLock { state in
      let old = state.entries[entry.id]
      if let reference = old?.reference, reference != entry.reference {
        state.byReference[reference]?.remove(entry.id)
      }
      let entry = entry.bounded
      state.entries[entry.id] = entry
      state.search.save(entry, replacing: old)
      if let reference = entry.reference {
        state.byReference[reference, default: []].insert(entry.id)
      }
    }
  }

  func remove(_ id: LibraryEntry.ID) throws(StorageError) {
    state.withLock { state in
      guard let entry = state.entries.removeValue(forKey: id) else { return }
      state.search.remove(entry)
      if let reference = entry.reference { state.byReference[reference]?.remove(id) }
    }
  }

  func ownShelves() throws(StorageError) -> [Shelf] {
    state.withLock { $0.shelves }
  }

  func save(_ shelf: Shelf) throws(StorageError) {
    state.withLock { state in
      if let index = state.shelves.firstIndex(where: { $0.id == shelf.id }) {
        state.shelves[index] = shelf
      } else {
        state.shelves.append(shelf)
      }
    }
  }

  func removeShelf(_ id: Shelf.ID) throws(StorageError) {
    state.withLock { state in state.shelves.removeAll { $0.id == id } }
  }

  func order(of shelf: Shelf.ID) throws(StorageError) -> ShelfOrder? {
    state.withLock { $0.orders[shelf] }
  }

  func save(_ order: ShelfOrder?, of shelf: Shelf.ID) throws(StorageError) {
    state.withLock { $0.orders[shelf] = order }
  }

  func importedRows() throws(StorageError) -> [ImportedRow] {
    state.withLock { $0.rows.values.sorted { $0.position < $1.position } }
  }

  func save(_ rows: [ImportedRow]) throws(StorageError) {
    state.withLock { state in for row in rows { state.rows[row.entry] = row } }
  }

  func undoState() throws(StorageError) -> UndoState {
    state.withLock { $0.changes.state }
  }

  func record(_ change: RecordedChange) throws(StorageError) {
    state.withLock { $0.changes.record(change) }
  }

  func recordedChange(_ number: Int) throws(StorageError) -> RecordedChange? {
    state.withLock { $0.changes.change(number) }
  }

  func markChange(_ number: Int, isUndone: Bool) throws(StorageError) {
    state.withLock { $0.changes.mark(number, isUndone: isUndone) }
  }

  func forgetChange(_ number: Int) throws(StorageError) {
    state.withLock { $0.changes.forget(number) }
  }

  /// Moves nothing: in memory all entries can be read.
  func moveUnreadableEntries(
    to other: Owner, on shelves: [Shelf.ID: Shelf.ID], newID: () -> LibraryEntry.ID
  ) throws(StorageError) -> [LibraryEntry.ID: LibraryEntry.ID] { [:] }

  func removeAll() throws(StorageError) {
    state.withLock { $0 = State() }
  }

  /// Reads the library as it is: on the calling thread, or off the main actor if that takes long.
  func read<Value: Sendable>(
    _ operation: String, isLong: Bool,
    _ body: @Sendable (any LibraryReader) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    if isLong { return try await readLong(body) }
    return try body(self)
  }

  @concurrent private func readLong<Value: Sendable>(
    _ body: @Sendable (any LibraryReader) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value { try body(self) }

  func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try body(self)
  }
}
