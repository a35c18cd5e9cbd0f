public import Catalogue
public import Services
import Synchronization

/// Keeps entries and shelves in memory, on the calling thread. No operation can fail in the middle
/// of a change.
public final class MemoryLibraryStore: LibraryStore, LibraryRecords {
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

  /// Creates an empty library.
  public init() {}

  /// Returns the entry, or nil.
  public func entry(_ id: LibraryEntry.ID) throws(StorageError) -> LibraryEntry? {
    state.withLock { $0.entries[id] }
  }

  /// Returns `false`: in memory all entries can be read.
  public func isUnreadable(_ id: LibraryEntry.ID) throws(StorageError) -> Bool { false }

  /// Returns the entries of these books, by reference.
  public func entries(
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

  /// Returns the entries on a shelf that match a query, in its order.
  public func entries(
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

  /// Returns the first entries that match a query.
  public func search(
    _ query: LibraryQuery, limit: Int
  ) throws(StorageError) -> Page<LibraryEntry> {
    state.withLock { $0.search.page(query, limit: max(limit, 0), $0.entries, $0.shelves) }
  }

  /// Returns the reader's copies of catalogue books, by reference.
  public func copies(
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

  /// Returns all entries, oldest first.
  public func allEntries() throws(StorageError) -> [LibraryEntry] {
    state.withLock { state in
      state.entries.values.sorted { ($0.added, $0.id.rawValue) < ($1.added, $1.id.rawValue) }
    }
  }

  /// Returns the number of all entries.
  public func count() throws(StorageError) -> Int {
    state.withLock { $0.entries.count }
  }

  /// Returns the number of entries on each non-empty shelf.
  public func counts() throws(StorageError) -> [Shelf.ID: Int] {
    state.withLock { state in
      state.entries.values.reduce(into: [:]) { counts, entry in
        for shelf in entry.shelves { counts[shelf, default: 0] += 1 }
      }
    }
  }

  /// Stores an entry.
  public func save(_ entry: LibraryEntry) throws(StorageError) {
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

  /// Removes an entry, if it exists.
  public func remove(_ id: LibraryEntry.ID) throws(StorageError) {
    state.withLock { state in
      guard let entry = state.entries.removeValue(forKey: id) else { return }
      state.search.remove(entry)
      if let reference = entry.reference { state.byReference[reference]?.remove(id) }
    }
  }

  /// Returns the custom shelves, in the order of their creation.
  public func ownShelves() throws(StorageError) -> [Shelf] {
    state.withLock { $0.shelves }
  }

  /// Stores a custom shelf.
  public func save(_ shelf: Shelf) throws(StorageError) {
    state.withLock { state in
      if let index = state.shelves.firstIndex(where: { $0.id == shelf.id }) {
        state.shelves[index] = shelf
      } else {
        state.shelves.append(shelf)
      }
    }
  }

  /// Removes a custom shelf, if it exists.
  public func removeShelf(_ id: Shelf.ID) throws(StorageError) {
    state.withLock { state in state.shelves.removeAll { $0.id == id } }
  }

  /// Returns the order that the reader chose for a shelf, or nil.
  public func order(of shelf: Shelf.ID) throws(StorageError) -> ShelfOrder? {
    state.withLock { $0.orders[shelf] }
  }

  /// Stores the order that the reader chose for a shelf.
  public func save(_ order: ShelfOrder?, of shelf: Shelf.ID) throws(StorageError) {
    state.withLock { $0.orders[shelf] = order }
  }

  /// Returns the imported rows.
  public func importedRows() throws(StorageError) -> [ImportedRow] {
    state.withLock { $0.rows.values.sorted { $0.position < $1.position } }
  }

  /// Stores rows of a file.
  public func save(_ rows: [ImportedRow]) throws(StorageError) {
    state.withLock { state in for row in rows { state.rows[row.entry] = row } }
  }

  /// Returns the next changes to undo and redo.
  public func undoState() throws(StorageError) -> UndoState {
    state.withLock { $0.changes.state }
  }

  /// Adds a change to the list.
  public func record(_ change: RecordedChange) throws(StorageError) {
    state.withLock { $0.changes.record(change) }
  }

  /// Returns the change with this number, or nil.
  public func recordedChange(_ number: Int) throws(StorageError) -> RecordedChange? {
    state.withLock { $0.changes.change(number) }
  }

  /// Marks a change as undone or redone.
  public func markChange(_ number: Int, isUndone: Bool) throws(StorageError) {
    state.withLock { $0.changes.mark(number, isUndone: isUndone) }
  }

  /// Removes a change from the list.
  public func forgetChange(_ number: Int) throws(StorageError) {
    state.withLock { $0.changes.forget(number) }
  }

  /// Moves nothing: in memory all entries can be read.
  public func moveUnreadableEntries(
    to other: Owner, on shelves: [Shelf.ID: Shelf.ID], newID: () -> LibraryEntry.ID
  ) throws(StorageError) -> [LibraryEntry.ID: LibraryEntry.ID] { [:] }

  /// Removes all entries, custom shelves, imported rows and the list of changes.
  public func removeAll() throws(StorageError) {
    state.withLock { $0 = State() }
  }

  /// Reads the library as it is: on the calling thread, or off the main actor if that takes long.
  public func read<Value: Sendable>(
    _ operation: String, isLong: Bool,
    _ body: @Sendable (any LibraryReader) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    if isLong { return try await readLong(body) }
    return try body(self)
  }

  @concurrent private func readLong<Value: Sendable>(
    _ body: @Sendable (any LibraryReader) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value { try body(self) }

  /// Reads and changes the library.
  public func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try body(self)
  }
}
