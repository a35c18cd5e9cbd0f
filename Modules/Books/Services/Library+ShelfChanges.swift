import Core
import Services

// Renaming and deleting custom shelves.
extension Library {
  /// What became of a request to rename a shelf.
  enum Renaming: Sendable {
    case renamed(LibraryChange.ShelfDifference)
    /// The shelf has this name already.
    case unchanged
    /// Another shelf has this name.
    case exists
    /// The library has no such shelf.
    case gone
  }

  /// Renames a custom shelf.
  func rename(_ shelf: Shelf, to name: String) async throws(StorageError) -> Renaming {
    let owner = owner
    let store = stores.store(of: owner)
    await turns.acquire()
    defer { turns.release() }
    let answer = try await store.change("renaming a shelf") { records throws(StorageError) in
      let own = try records.ownShelves()
      guard let place = own.firstIndex(where: { $0.id == shelf.id }) else { return Renaming.gone }
      if let other = own.shelf(named: name), other.id != shelf.id { return .exists }
      guard own[place].name != name else { return .unchanged }
      let after = Shelf(id: shelf.id, name: name)
      try records.save(after)
      return .renamed(
        LibraryChange.ShelfDifference(before: own[place], after: after, place: place))
    }
    if case .renamed(let made) = answer {
      note(.renamed(from: made.before.name, to: name), of: owner, [], made)
    }
    return answer
  }

  /// Deletes a custom shelf. Its books stay on their other shelves; a book without another one goes
  /// to the standard shelf that fits it.
  ///
  /// - Returns: the deleted shelf, or nil if the library has no such shelf.
  func delete(_ shelf: Shelf) async throws(StorageError) -> Shelf? {
    let owner = owner
    let store = stores.store(of: owner)
    await turns.acquire()
    defer { turns.release() }
    let deleted = try await store.change("deleting a shelf") { records throws(StorageError) in
      try records.delete(shelf.id)
    }
    guard let deleted else { return nil }
    note(.deleted(deleted.shelf.before), of: owner, deleted.entries, deleted.shelf)
    return deleted.shelf.before
  }
}

extension LibraryRecords {
  fileprivate func delete(
    _ shelf: Shelf.ID
  ) throws(StorageError) -> (
    shelf: LibraryChange.ShelfDifference, entries: [LibraryChange.Difference]
  )? {
    let own = try ownShelves()
    guard let place = own.firstIndex(where: { $0.id == shelf }) else { return nil }
    var entries: [LibraryChange.Difference] = []
    for before in try self.entries(on: shelf) {
      var after = before
      after.shelves.remove(shelf)
      if after.shelves.isEmpty { after.shelves = [after.fittingShelf] }
      try save(after)
      entries.append(LibraryChange.Difference(before: before, after: after))
    }
    try removeShelf(shelf)
    try save(nil, of: shelf)
    return (
      LibraryChange.ShelfDifference(before: own[place], after: nil, place: place), entries
    )
  }
}
