public import Core

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
  /// The entries on a shelf from `offset`, the one added last first.
  func entries(
    on shelf: Shelf.ID, offset: Int, limit: Int
  ) async throws(StorageError) -> Page<LibraryEntry>
  /// Every entry, the one added first first.
  func allEntries() async throws(StorageError) -> [LibraryEntry]
  /// The number of entries on each shelf that has any.
  func counts() async throws(StorageError) -> [Shelf.ID: Int]
  /// Stores an entry in the place of the one with its identifier.
  func save(_ entry: LibraryEntry) async throws(StorageError)
  /// Removes an entry, if it is there.
  func remove(_ id: LibraryEntry.ID) async throws(StorageError)
  /// The reader's own shelves, in the order in which they were made.
  func ownShelves() async throws(StorageError) -> [Shelf]
  /// Stores an own shelf in the place of the one with its identifier.
  func save(_ shelf: Shelf) async throws(StorageError)
  /// Removes an own shelf, if it is there. Entries that stand on it are left as they are.
  func removeShelf(_ id: Shelf.ID) async throws(StorageError)
  /// Removes all entries and own shelves.
  func removeAll() async throws(StorageError)
}
