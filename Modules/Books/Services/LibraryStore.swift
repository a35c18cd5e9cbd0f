public import Catalogue
public import Services

/// Stores a reader's entries and shelves.
///
/// The contract for implementations is `LibraryStoreContract` in the tests. A change is saved when
/// its call returns.
public protocol LibraryStore: Sendable {
  /// Reads the library; one in a database in one snapshot.
  ///
  /// - Parameters:
  ///   - operation: the operation in words for a user, such as "reading a book", for messages.
  ///   - isLong: whether `body` reads the whole library, which delays no other reading.
  ///   - body: reads; the reader is valid only inside it.
  func read<Value: Sendable>(
    _ operation: String, isLong: Bool,
    _ body: @Sendable (any LibraryReader) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value
  /// Reads and changes the library in one transaction, which is rolled back if `body` throws.
  ///
  /// - Parameters:
  ///   - operation: the operation in words for a user, such as "saving a book", for messages.
  ///   - body: reads and changes the records, which are valid only inside it.
  func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value
}

/// A library that is read.
public protocol LibraryReader {
  /// Returns the entry, or nil.
  func entry(_ id: LibraryEntry.ID) throws(StorageError) -> LibraryEntry?
  /// Returns whether there is an entry with this identifier that can't be read. Saving another one with it would
  /// replace what a backup or a later version may still read.
  func isUnreadable(_ id: LibraryEntry.ID) throws(StorageError) -> Bool
  /// Returns the entries of these books, by reference; of several, the one that was added to
  /// the library last.
  func entries(
    for references: [CatalogueReference]
  ) throws(StorageError) -> [CatalogueReference: LibraryEntry]
  /// Returns the entries on a shelf that match a query, in its order, from `offset`.
  func entries(
    on shelf: Shelf.ID, _ query: ShelfQuery, offset: Int, limit: Int
  ) throws(StorageError) -> Page<LibraryEntry>
  /// Returns the first entries that match a query, in its order, newest first among equals; if there
  /// are none, unknown words are replaced by the nearest words of titles, authors and shelves.
  func search(_ query: LibraryQuery, limit: Int) throws(StorageError) -> Page<LibraryEntry>
  /// Returns the reader's copies of catalogue books, by reference. See ``BookLink``.
  func copies(
    of links: [BookLink]
  ) throws(StorageError) -> [CatalogueReference: LibraryEntry]
  /// Returns all entries, oldest first.
  func allEntries() throws(StorageError) -> [LibraryEntry]
  /// Returns the number of all entries.
  func count() throws(StorageError) -> Int
  /// Returns the number of entries on each non-empty shelf.
  func counts() throws(StorageError) -> [Shelf.ID: Int]
  /// Returns the custom shelves, in the order of their creation.
  func ownShelves() throws(StorageError) -> [Shelf]
  /// Returns the order that the reader chose for a shelf, or nil.
  func order(of shelf: Shelf.ID) throws(StorageError) -> ShelfOrder?
  /// Returns the imported rows, in the order of the files, including rows of removed entries.
  func importedRows() throws(StorageError) -> [ImportedRow]
  /// Returns the next changes to undo and redo.
  func undoState() throws(StorageError) -> UndoState
  /// Returns the change with this number, or nil if it can't be read.
  func recordedChange(_ number: Int) throws(StorageError) -> RecordedChange?
}

extension LibraryReader {
  /// Returns all entries on a shelf, newest first.
  func entries(on shelf: Shelf.ID) throws(StorageError) -> [LibraryEntry] {
    try entries(on: shelf, ShelfQuery(), offset: 0, limit: .max).items
  }

  /// Returns an entry to be saved as a new one: with another identifier if an entry that can't be read has its own.
  func savable(
    _ entry: LibraryEntry, newID: () -> LibraryEntry.ID
  ) throws(StorageError) -> LibraryEntry {
    try isUnreadable(entry.id) ? LibraryEntry(entry, id: newID()) : entry
  }
}

/// A library inside a transaction.
public protocol LibraryRecords: LibraryReader {
  /// Stores an entry, replacing the one with its identifier.
  func save(_ entry: LibraryEntry) throws(StorageError)
  /// Removes an entry, if it exists.
  func remove(_ id: LibraryEntry.ID) throws(StorageError)
  /// Stores a custom shelf, replacing the one with its identifier.
  func save(_ shelf: Shelf) throws(StorageError)
  /// Removes a custom shelf, if it exists. Entries on it are unchanged.
  func removeShelf(_ id: Shelf.ID) throws(StorageError)
  /// Stores the order that the reader chose for a shelf; nil forgets it.
  func save(_ order: ShelfOrder?, of shelf: Shelf.ID) throws(StorageError)
  /// Stores rows of a file, replacing the rows of the same entries.
  func save(_ rows: [ImportedRow]) throws(StorageError)
  /// Adds a change to the list; forgets undone changes, and the oldest ones beyond the limits.
  func record(_ change: RecordedChange) throws(StorageError)
  /// Marks a change as undone or redone.
  func markChange(_ number: Int, isUndone: Bool) throws(StorageError)
  /// Removes a change from the list, if it exists.
  func forgetChange(_ number: Int) throws(StorageError)
  /// Moves to another owner the entries that ``LibraryReader/allEntries()`` leaves out because they can't be read.
  ///
  /// - Parameters:
  ///   - other: the other owner.
  ///   - shelves: the other owner's custom shelves by this owner's.
  ///   - newID: creates an identifier for an entry whose own the other owner has.
  /// - Returns: the identifiers of the entries there by those here.
  func moveUnreadableEntries(
    to other: Owner, on shelves: [Shelf.ID: Shelf.ID], newID: () -> LibraryEntry.ID
  ) throws(StorageError) -> [LibraryEntry.ID: LibraryEntry.ID]
  /// Removes all entries, custom shelves, orders of shelves, imported rows and the list of changes.
  func removeAll() throws(StorageError)
}
