import Core
import Services

// Creating, renaming and deleting custom shelves, and sorting any shelf.
extension Library {
  /// The result of a request to rename a shelf.
  enum Renaming: Sendable {
    case renamed
    /// The shelf has this name already.
    case unchanged
    /// This other shelf has the name.
    case exists(Shelf)
    /// The library has no such shelf.
    case gone
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

  /// Renames a custom shelf.
  func rename(_ shelf: Shelf, to name: String) async throws(StorageError) -> Changed<Renaming> {
    try await changeWithUndo("renaming a shelf") { records throws(StorageError) in
      let own = try records.ownShelves()
      guard let place = own.firstIndex(where: { $0.id == shelf.id }) else { return (.gone, nil) }
      if let other = own.filter({ $0.id != shelf.id }).shelf(named: name) {
        return (.exists(other), nil)
      }
      let before = own[place]
      guard before.name != name else { return (.unchanged, nil) }
      let after = Shelf(id: shelf.id, name: name)
      try records.save(after)
      let difference = LibraryChange.ShelfDifference(before: before, after: after, place: place)
      let change = RecordedChange(.renamed(from: before.name, to: name), [], difference)
      return (.renamed, change)
    }
  }

  /// Deletes a custom shelf. Its books stay on their other shelves; a book without another one goes
  /// to the standard shelf that fits it.
  ///
  /// - Returns: the change, or nil if the library has no such shelf.
  func delete(_ shelf: Shelf) async throws(StorageError) -> RecordedChange? {
    try await changeWithUndo("deleting a shelf") { records throws(StorageError) in
      guard let deleted = try records.delete(shelf.id) else { return ((), nil) }
      let change = RecordedChange(
        .deleted(deleted.shelf), deleted.entries, deleted.difference)
      return ((), change)
    }.made
  }

  /// Sorts a shelf from now on, unless another window has deleted it. This is not undone.
  func sort(_ shelf: Shelf.ID, by order: ShelfOrder) async throws(StorageError) {
    _ = try await changeWithUndo("saving the order of a shelf") { records throws(StorageError) in
      if try records.shelves().contains(where: { $0.id == shelf }) {
        try records.save(order == .lastAdded ? nil : order, of: shelf)
      }
      return ((), nil)
    }
  }
}

extension LibraryRecords {
  fileprivate func delete(
    _ shelf: Shelf.ID
  ) throws(StorageError) -> (
    shelf: Shelf, difference: LibraryChange.ShelfDifference, entries: [LibraryChange.Difference]
  )? {
    let own = try ownShelves()
    guard let place = own.firstIndex(where: { $0.id == shelf }) else { return nil }
    var entries: [LibraryChange.Difference] = []
    for before in try self.entries(on: shelf) {
      var after = before
      after.leave(shelf)
      try save(after)
      entries.append(LibraryChange.Difference(before: before, after: after))
    }
    let order = try self.order(of: shelf)
    try removeShelf(shelf)
    try save(nil, of: shelf)
    let difference = LibraryChange.ShelfDifference(
      before: own[place], after: nil, place: place, order: order, count: own.count)
    return (own[place], difference, entries)
  }
}
