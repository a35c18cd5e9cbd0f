import Core
import Services

// Changes of several books at once, each in one transaction and undone in one step.
extension Library {
  /// Puts entries on a shelf, like a single one.
  func put(
    _ entries: [LibraryEntry.ID], on shelf: Shelf
  ) async throws(StorageError) -> RecordedChange? {
    let today = today
    return try await change(entries, as: .moved(to: shelf)) { entry in
      // A book that is on the shelf already keeps its dates.
      if !entry.shelves.contains(shelf.id) { entry.put(on: shelf, on: today) }
    }
  }

  /// Rates entries, or removes their ratings.
  func rate(
    _ rating: Rating?, _ entries: [LibraryEntry.ID]
  ) async throws(StorageError) -> RecordedChange? {
    try await change(entries, as: .rated(rating)) { $0.rating = rating }
  }

  /// Removes entries from a custom shelf; an entry without another shelf goes to the standard shelf
  /// that fits it.
  func remove(
    _ entries: [LibraryEntry.ID], from shelf: Shelf
  ) async throws(StorageError) -> RecordedChange? {
    try await change(entries, as: .removed(from: shelf)) { $0.leave(shelf.id) }
  }

  /// Removes entries from the library.
  func remove(_ entries: [LibraryEntry.ID]) async throws(StorageError) -> RecordedChange? {
    try await change(entries, as: .removed(from: nil)) { $0.shelves = [] }
  }

  /// Changes the entries that the library has; one without a shelf is removed.
  ///
  /// - Returns: the change, or nil if nothing was changed.
  private func change(
    _ entries: [LibraryEntry.ID], as kind: LibraryChange.Kind,
    _ edit: @Sendable (inout LibraryEntry) -> Void
  ) async throws(StorageError) -> RecordedChange? {
    try await changeWithUndo("saving books") { records throws(StorageError) in
      var changes: [LibraryChange.Difference] = []
      for id in entries {
        guard let before = try records.entry(id) else { continue }
        var after = before
        edit(&after)
        if !after.shelves.isEmpty, after.shelves != before.shelves {
          try records.dropMissingShelves(of: &after)
        }
        if after == before { continue }
        if after.shelves.isEmpty { try records.remove(id) } else { try records.save(after) }
        changes.append(
          LibraryChange.Difference(before: before, after: after.shelves.isEmpty ? nil : after))
      }
      return ((), changes.isEmpty ? nil : RecordedChange(kind, changes))
    }.made
  }
}
