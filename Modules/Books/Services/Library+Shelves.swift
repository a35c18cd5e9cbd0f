import Core

extension Library {
  /// All shelves: the three that everybody has, then the reader's own.
  func shelves() async throws(StorageError) -> [Shelf] {
    try await store.shelves()
  }

  /// Makes a shelf; one of the same name is given back instead of a second one.
  func makeShelf(named name: String) async throws(StorageError) -> Shelf {
    try await inTurn { store throws(StorageError) in
      if let old = try await store.shelf(named: name) { return old }
      let shelf = newShelf(name)
      try await store.save(shelf)
      return shelf
    }
  }

  /// Whether making a shelf of this name would give the reader more own shelves than everybody may
  /// have.
  func isBeyondFree(_ name: String) async throws(StorageError) -> Bool {
    let store = store
    guard try await store.shelf(named: name) == nil else { return false }
    return try await store.ownShelves().count >= Shelf.freeCount
  }

  /// The entry of a catalogue's book, or nil.
  func entry(for reference: CatalogueReference) async throws(StorageError) -> LibraryEntry? {
    try await store.entries(for: [reference])[reference]
  }
}

extension LibraryStore {
  /// All shelves: the three that everybody has, then the reader's own.
  func shelves() async throws(StorageError) -> [Shelf] {
    Shelf.standard.map { Shelf(id: $0, name: "") } + (try await ownShelves())
  }

  /// The shelf of this name, or nil; upper and lower case are the same.
  func shelf(named name: String) async throws(StorageError) -> Shelf? {
    let wanted = name.lowercased()
    // The three that everybody has are called as they are identified.
    if let id = Shelf.standard.first(where: { $0.rawValue.replacing("-", with: " ") == wanted }) {
      return Shelf(id: id, name: "")
    }
    return try await ownShelves().first { $0.name.lowercased() == wanted }
  }

  /// What this library has in the place of an entry: the entry itself, or another one of the same
  /// book.
  func counterpart(of entry: LibraryEntry) async throws(StorageError) -> LibraryEntry? {
    if let same = try await self.entry(entry.id) { return same }
    guard let reference = entry.reference else { return nil }
    return try await entries(for: [reference])[reference]
  }
}
