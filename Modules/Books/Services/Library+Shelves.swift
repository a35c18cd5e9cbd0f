import Catalogue
import Services

extension Library {
  /// Returns all shelves: the standard ones, then the custom ones.
  func shelves() async throws(StorageError) -> [Shelf] {
    try await store.shelves()
  }

  /// Creates a shelf, or returns the existing one with this name.
  func makeShelf(named name: String) async throws(StorageError) -> Shelf {
    let identifiers = identifiers
    return try await changeWithUndo("saving a shelf") { records throws(StorageError) in
      let own = try records.ownShelves()
      if let old = own.shelf(named: name) { return (old, nil) }
      let shelf = Shelf(id: Shelf.ID(identifiers.next("shelf")), name: name)
      try records.save(shelf)
      let difference = LibraryChange.ShelfDifference(before: nil, after: shelf, place: own.count)
      return (shelf, RecordedChange(.made(shelf), [], difference))
    }.value
  }

  /// Returns whether a new shelf with this name would exceed the limit without a membership.
  func isBeyondFree(_ name: String) async throws(StorageError) -> Bool {
    let store = store
    let own = try await store.ownShelves()
    return own.shelf(named: name) == nil && own.count >= Shelf.freeCount
  }

  /// Returns the entry of a catalogue's book, or nil.
  func entry(for reference: CatalogueReference) async throws(StorageError) -> LibraryEntry? {
    try await store.entries(for: [reference])[reference]
  }
}

extension LibraryStore {
  /// Returns all shelves: the standard ones, then the custom ones.
  func shelves() async throws(StorageError) -> [Shelf] {
    [.wantToRead, .reading, .read] + (try await ownShelves())
  }
}

extension LibraryRecords {
  /// Takes an entry off custom shelves that were deleted since, such as in another window; an entry without another
  /// shelf goes to the standard shelf that fits it.
  func dropMissingShelves(of entry: inout LibraryEntry) throws(StorageError) {
    entry.shelves.formIntersection(try Shelf.standard + ownShelves().map(\.id))
    if entry.shelves.isEmpty { entry.shelves = [entry.fittingShelf] }
  }

  /// Returns this library's version of an entry: the entry itself, or another one of the same book.
  func counterpart(of entry: LibraryEntry) throws(StorageError) -> LibraryEntry? {
    if let same = try self.entry(entry.id) { return same }
    guard let reference = entry.reference else { return nil }
    return try entries(for: [reference])[reference]
  }
}

extension Shelf {
  /// Returns the standard shelf with this name, ignoring case and repeated spaces, or nil: its own, also with hyphens,
  /// or the one that it has in Goodreads' files, in which a custom shelf of that name would be the standard one.
  static func standard(named name: String) -> Shelf? {
    let wanted = key(of: name).replacing("-", with: " ")
    return [wantToRead, reading, read].first {
      // The standard shelves are named by their identifiers.
      $0.id.rawValue.replacing("-", with: " ") == wanted || $0.id == inGoodreads(name)
    }
  }
}

extension [Shelf] {
  /// Returns the custom or standard shelf with this name, ignoring case and repeated spaces, or nil.
  func shelf(named name: String) -> Shelf? {
    Shelf.standard(named: name) ?? ownShelf(named: name)
  }

  /// Returns the custom shelf with this name, ignoring case and repeated spaces, or nil. Imported ones may have the
  /// name of a standard shelf.
  func ownShelf(named name: String) -> Shelf? {
    let wanted = Shelf.key(of: name)
    return first { Shelf.key(of: $0.name) == wanted }
  }
}
