public import Catalogue
public import Services

/// Keeps a reader's entries and shelves.
///
/// What an implementation must do is in the tests' `LibraryStoreContract`. When a change returns,
/// it is kept.
public protocol LibraryStore: Sendable {
  /// The entry, or nil.
  func entry(_ id: LibraryEntry.ID) async throws(StorageError) -> LibraryEntry?
  /// The entries of these books, by reference.
  func entries(
    for references: [CatalogueReference]
  ) async throws(StorageError) -> [CatalogueReference: LibraryEntry]
  /// The entries on a shelf that a filter lets through, from `offset`, the one added last first.
  func entries(
    on shelf: Shelf.ID, matching filter: ShelfFilter, offset: Int, limit: Int
  ) async throws(StorageError) -> Page<LibraryEntry>
  /// Every entry, the one added first first.
  func allEntries() async throws(StorageError) -> [LibraryEntry]
  /// The number of all entries.
  func count() async throws(StorageError) -> Int
  /// The number of entries on each shelf that has any.
  func counts() async throws(StorageError) -> [Shelf.ID: Int]
  /// The reader's own shelves, in the order in which they were made.
  func ownShelves() async throws(StorageError) -> [Shelf]
  /// Reads and changes the library in one transaction: nobody else's change comes between, and when
  /// `body` throws nothing is changed.
  ///
  /// - Parameter operation: what is done in a person's words, such as "saving a book", for messages.
  func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value
}

/// A library within a transaction: nobody waits, and nobody comes between.
public protocol LibraryRecords {
  /// The entry, or nil.
  func entry(_ id: LibraryEntry.ID) throws(StorageError) -> LibraryEntry?
  /// The entries of these books, by reference.
  func entries(
    for references: [CatalogueReference]
  ) throws(StorageError) -> [CatalogueReference: LibraryEntry]
  /// Every entry, the one added first first.
  func allEntries() throws(StorageError) -> [LibraryEntry]
  /// Stores an entry in the place of the one with its identifier.
  func save(_ entry: LibraryEntry) throws(StorageError)
  /// Removes an entry, if it is there.
  func remove(_ id: LibraryEntry.ID) throws(StorageError)
  /// The reader's own shelves, in the order in which they were made.
  func ownShelves() throws(StorageError) -> [Shelf]
  /// Stores an own shelf in the place of the one with its identifier.
  func save(_ shelf: Shelf) throws(StorageError)
  /// Removes an own shelf, if it is there. Entries that stand on it are left as they are.
  func removeShelf(_ id: Shelf.ID) throws(StorageError)
  /// What files said of the entries when they were brought in, in the order of the files; also of
  /// entries that were removed since.
  func importedRows() throws(StorageError) -> [ImportedRow]
  /// Stores rows of a file, each in the place of the one of the same entry.
  func save(_ rows: [ImportedRow]) throws(StorageError)
  /// Removes the rows of these entries, those of them that are there.
  func removeImportedRows(of entries: [LibraryEntry.ID]) throws(StorageError)
  /// Removes all entries and own shelves, and the rows of files.
  func removeAll() throws(StorageError)
}

extension LibraryStore {
  /// The entries on a shelf from `offset`, the one added last first.
  public func entries(
    on shelf: Shelf.ID, offset: Int, limit: Int
  ) async throws(StorageError) -> Page<LibraryEntry> {
    try await entries(on: shelf, matching: ShelfFilter(), offset: offset, limit: limit)
  }

  /// Stores an entry in the place of the one with its identifier.
  public func save(_ entry: LibraryEntry) async throws(StorageError) {
    try await change("saving a book") { records throws(StorageError) in try records.save(entry) }
  }

  /// Stores an own shelf in the place of the one with its identifier.
  public func save(_ shelf: Shelf) async throws(StorageError) {
    try await change("saving a shelf") { records throws(StorageError) in try records.save(shelf) }
  }

  /// Removes an entry, if it is there.
  public func remove(_ id: LibraryEntry.ID) async throws(StorageError) {
    try await change("removing a book") { records throws(StorageError) in try records.remove(id) }
  }
}
