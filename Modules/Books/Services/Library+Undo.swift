import Catalogue
import Core
import Services

extension Library {
  /// Undoes the last change.
  ///
  /// - Returns: the undone change, or nil if there was none, or a part of it has changed since.
  func undo() async throws(StorageError) -> LibraryChange? {
    await turns.acquire()
    defer { turns.release() }
    guard let change = lastChange else { return nil }
    let isUndone = try await store.change("undoing a change") { records throws(StorageError) in
      // Another window may have changed something.
      guard try records.isUnchanged(since: change) else { return false }
      try records.restore(change)
      return true
    }
    // After a change of another window, the changes before it can't be undone, either.
    forget(change, andEarlier: !isUndone)
    return isUndone ? change : nil
  }
}

extension LibraryRecords {
  /// Returns whether the library is as a change has left it.
  fileprivate func isUnchanged(since change: LibraryChange) throws(StorageError) -> Bool {
    for entry in change.entries {
      guard let id = entry.id, try self.entry(id) == entry.after else { return false }
    }
    guard let shelf = change.shelf else { return true }
    let own = try ownShelves()
    // The name may be taken by now.
    let other = own.shelf(named: shelf.before.name)
    return own.first { $0.id == shelf.before.id } == shelf.after
      && (other == nil || other?.id == shelf.before.id)
  }

  fileprivate func restore(_ change: LibraryChange) throws(StorageError) {
    if let shelf = change.shelf { try restore(shelf) }
    for entry in change.entries {
      if let before = entry.before {
        try save(before)
      } else if let id = entry.id {
        try remove(id)
      }
    }
  }

  /// Restores a shelf, at its place among the others.
  private func restore(_ shelf: LibraryChange.ShelfDifference) throws(StorageError) {
    let later = shelf.after == nil ? try ownShelves().dropFirst(shelf.place) : []
    for other in later { try removeShelf(other.id) }
    for other in [shelf.before] + later { try save(other) }
  }
}
