import Services

extension Library {
  /// Returns all shelves: the standard ones, then the custom ones.
  func shelves() async throws(StorageError) -> [Shelf] {
    try await read("reading the shelves") { reader throws(StorageError) in try reader.shelves() }
  }

  /// Returns the custom shelves, in the order of their creation.
  func ownShelves() async throws(StorageError) -> [Shelf] {
    try await read("reading the shelves") { reader throws(StorageError) in try reader.ownShelves() }
  }

  /// Returns whether a new shelf with this name would exceed the limit without a membership.
  func isBeyondFree(_ name: String) async throws(StorageError) -> Bool {
    let own = try await ownShelves()
    return own.shelf(named: name) == nil && own.count >= Shelf.freeCount
  }
}

extension LibraryReader {
  /// Returns all shelves: the standard ones, then the custom ones.
  func shelves() throws(StorageError) -> [Shelf] { try Shelf.standard + ownShelves() }
}

extension LibraryRecords {
  /// Takes an entry off custom shelves that were deleted since, such as in another window; an entry without another
  /// shelf goes to the standard shelf that fits it.
  func dropMissingShelves(of entry: inout LibraryEntry) throws(StorageError) {
    entry.shelves.formIntersection(try Shelf.standardIDs + ownShelves().map(\.id))
    entry.ensureShelf()
  }
}

extension Shelf {
  /// Returns the standard shelf with this name, ignoring case and repeated spaces, or nil: its own, also with hyphens,
  /// or the one that it has in Goodreads' files, in which a custom shelf of that name would be the standard one.
  static func standard(named name: String) -> Shelf? {
    let wanted = key(of: name).replacing("-", with: " ")
    return standard.first {
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
