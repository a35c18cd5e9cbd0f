import Catalogue
import Core
import Services

extension Library {
  /// Undoes the last change in the owner's list, which may be of another window; or makes the
  /// change again that was undone last.
  ///
  /// A refused change changes no book, and is forgotten, unless a membership would allow it. A removed
  /// book that is in the library again gets back what it lacks.
  func step(_ direction: UndoDirection) async throws(UndoProblem) -> LibraryChange {
    let operation = direction == .undo ? "undoing a change" : "redoing a change"
    let (isLimited, identifiers) = (limitsShelves(), identifiers)
    let step: UndoStep?
    do throws(StorageError) {
      step = try await changeUpdatingUndo(operation) { records throws(StorageError) in
        try records.step(direction, isLimited: isLimited) {
          LibraryEntry.ID(identifiers.next("entry"))
        }
      }
    } catch { throw .storage(error) }
    switch step {
    case nil: throw .nothing(direction)
    case .made(let change): return change
    case .refused(let conflict): throw .refused(direction, conflict)
    }
  }
}

/// The result of undoing or redoing a change.
private enum UndoStep: Sendable {
  case made(LibraryChange)
  case refused(UndoProblem.Conflict)
}

extension LibraryChange.Difference {
  /// The expected entry, and the one that takes its place.
  fileprivate func ends(
    _ direction: UndoDirection
  ) -> (from: LibraryEntry?, to: LibraryEntry?) {
    direction == .undo ? (after, before) : (before, after)
  }
}

extension LibraryChange.ShelfDifference {
  /// The expected shelf, and the one that takes its place.
  fileprivate func ends(_ direction: UndoDirection) -> (from: Shelf?, to: Shelf?) {
    direction == .undo ? (after, before) : (before, after)
  }

  /// The largest number of custom shelves without a membership after this one is back; nil for any. A
  /// deleted shelf may come back to as many as there were before.
  fileprivate func limit(_ direction: UndoDirection) -> Int? {
    direction == .redo ? Shelf.freeCount : count.map { max($0, Shelf.freeCount) }
  }
}

extension LibraryRecords {
  /// Undoes or redoes the next change; nil without one.
  ///
  /// - Parameters:
  ///   - direction: whether to undo or to redo.
  ///   - isLimited: whether the number of custom shelves is limited.
  ///   - newID: creates an identifier for an entry whose own belongs to an entry that can't be read.
  fileprivate func step(
    _ direction: UndoDirection, isLimited: Bool, newID: () -> LibraryEntry.ID
  ) throws(StorageError) -> UndoStep? {
    let state = try undoState()
    guard let change = direction == .undo ? state.undo : state.redo else { return nil }
    guard let recorded = try recordedChange(change.number) else {
      try forgetChange(change.number)
      return .refused(.unreadable)
    }
    if let conflict = try conflict(with: recorded, direction) {
      try forgetChange(change.number)
      return .refused(conflict)
    }
    if isLimited, let shelf = recorded.shelf, case (nil, let wanted?) = shelf.ends(direction),
      let limit = shelf.limit(direction), try ownShelves().count >= limit
    {
      return .refused(.beyondFree(wanted.name))
    }
    try apply(recorded, direction, newID: newID)
    try markChange(change.number, isUndone: direction == .undo)
    return .made(change)
  }

  // MARK: Conflicts

  /// Returns what differs from the state in which a change can be undone or redone.
  private func conflict(
    with change: RecordedChange, _ direction: UndoDirection
  ) throws(StorageError) -> UndoProblem.Conflict? {
    for difference in change.entries {
      guard let id = difference.id else { continue }
      let (expected, wanted) = difference.ends(direction)
      if expected == nil, let wanted {
        guard direction == .redo, let other = try present(wanted) else { continue }
        return .present(other.book.title)
      }
      let current = try entry(id)
      guard current != expected else { continue }
      return current.map { .changed($0.book.title) } ?? .missing(difference.title)
    }
    guard let shelf = change.shelf else { return nil }
    return try conflict(with: shelf, of: change.entries, direction)
  }

  private func conflict(
    with shelf: LibraryChange.ShelfDifference, of entries: [LibraryChange.Difference],
    _ direction: UndoDirection
  ) throws(StorageError) -> UndoProblem.Conflict? {
    guard let known = shelf.shelf else { return .unreadable }
    let (expected, wanted) = shelf.ends(direction)
    let own = try ownShelves()
    guard own.first(where: { $0.id == known.id }) == expected else { return .shelf(known.name) }
    guard let wanted else {
      // A book that came to the shelf since is not in the change.
      let books = Set(try self.entries(on: known.id).map(\.id))
      return books == Set(entries.compactMap(\.id)) ? nil : .shelf(known.name)
    }
    // Shelves of earlier versions may differ by spaces alone.
    let isTaken = own.contains {
      $0.id != wanted.id && $0.name.lowercased() == wanted.name.lowercased()
    }
    return isTaken ? .shelfName(wanted.name) : nil
  }

  // MARK: Applying

  private func apply(
    _ change: RecordedChange, _ direction: UndoDirection, newID: () -> LibraryEntry.ID
  ) throws(StorageError) {
    if let shelf = change.shelf { try apply(shelf, direction) }
    for difference in change.entries {
      let (expected, wanted) = difference.ends(direction)
      if var entry = wanted {
        if expected == nil, let present = try present(entry) {
          entry = present
          if let wanted { entry.merge(wanted) }
        }
        if expected == nil { entry = try savable(entry, newID: newID) }
        try dropMissingShelves(of: &entry)
        try save(entry)
      } else if let id = difference.id {
        try remove(id)
      }
    }
  }

  /// Returns the entry of a removed book that is in the library again, or nil.
  private func present(_ removed: LibraryEntry) throws(StorageError) -> LibraryEntry? {
    if let same = try entry(removed.id) { return same }
    return try counterpart(of: removed)
  }

  /// Changes a shelf; one that comes back gets its place among the others and its order.
  private func apply(
    _ shelf: LibraryChange.ShelfDifference, _ direction: UndoDirection
  ) throws(StorageError) {
    let (expected, wanted) = shelf.ends(direction)
    guard let wanted else {
      guard let expected else { return }
      try removeShelf(expected.id)
      return try save(nil, of: expected.id)
    }
    if expected == nil, let order = shelf.order { try save(order, of: wanted.id) }
    let later = expected == nil ? try ownShelves().dropFirst(max(shelf.place, 0)) : []
    for other in later { try removeShelf(other.id) }
    for other in [wanted] + later { try save(other) }
  }
}
