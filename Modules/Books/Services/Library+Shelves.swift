import Catalogue
import Services

extension Library {
  /// All shelves: the three that everybody has, then the reader's own.
  func shelves() async throws(StorageError) -> [Shelf] {
    try await store.shelves()
  }

  /// Makes a shelf; one of the same name is given back instead of a second one.
  func makeShelf(named name: String) async throws(StorageError) -> Shelf {
    let identifiers = identifiers
    return try await inTurn("saving a shelf") { records throws(StorageError) in
      if let old = try records.shelf(named: name) { return old }
      let shelf = Shelf(id: Shelf.ID(identifiers.next("shelf")), name: name)
      try records.save(shelf)
      return shelf
    }
  }

  /// Whether making a shelf of this name would give the reader more own shelves than everybody may
  /// have.
  func isBeyondFree(_ name: String) async throws(StorageError) -> Bool {
    let store = store
    let own = try await store.ownShelves()
    return own.shelf(named: name) == nil && own.count >= Shelf.freeCount
  }

  /// The entry of a catalogue's book, or nil.
  func entry(for reference: CatalogueReference) async throws(StorageError) -> LibraryEntry? {
    try await store.entries(for: [reference])[reference]
  }
}

extension LibraryStore {
  /// All shelves: the three that everybody has, then the reader's own.
  func shelves() async throws(StorageError) -> [Shelf] {
    [.wantToRead, .reading, .read] + (try await ownShelves())
  }
}

extension LibraryRecords {
  /// The shelf of this name, or nil; upper and lower case are the same.
  func shelf(named name: String) throws(StorageError) -> Shelf? {
    try ownShelves().shelf(named: name)
  }

  /// What this library has in the place of an entry: the entry itself, or another one of the same
  /// book.
  func counterpart(of entry: LibraryEntry) throws(StorageError) -> LibraryEntry? {
    if let same = try self.entry(entry.id) { return same }
    guard let reference = entry.reference else { return nil }
    return try entries(for: [reference])[reference]
  }
}

extension [Shelf] {
  /// The shelf of this name among a reader's own and those that everybody has, or nil; upper and
  /// lower case are the same.
  func shelf(named name: String) -> Shelf? {
    let wanted = name.lowercased()
    // The three that everybody has are called as they are identified.
    return [Shelf.wantToRead, .reading, .read].first {
      $0.id.rawValue.replacing("-", with: " ") == wanted
    }
      ?? first { $0.name.lowercased() == wanted }
  }
}
