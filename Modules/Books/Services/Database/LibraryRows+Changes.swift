import Files
import Services

extension LibraryRows {
  /// Returns the next changes to undo and redo. Unreadable ones are skipped.
  func undoState() throws(StorageError) -> UndoState {
    UndoState(
      undo: try nextChange(isUndone: false), redo: try nextChange(isUndone: true))
  }

  private func nextChange(isUndone: Bool) throws(StorageError) -> LibraryChange? {
    let limit = DatabaseValue(RecordedChange.maximumHeadLength)
    let heads = try reader.rows(
      """
      SELECT number, kind, shelf FROM library_changes
      WHERE owner = ? AND undone = ? AND length(kind) <= ? AND ifnull(length(shelf), 0) <= ?
      ORDER BY number \(isUndone ? "ASC" : "DESC") LIMIT \(RecordedChange.maximumCount)
      """, [ownerValue, DatabaseValue(isUndone ? 1 : 0), limit, limit]
    ) { row throws(StorageError) in
      (number: try row.number(0), kind: row.text(1), shelf: row.text(2))
    }
    for head in heads {
      if let kind = head.kind, let books = try countOfEntries(head.number) {
        let stored = StoredChange(
          kind: kind, shelf: head.shelf,
          entries: books == 1 ? try entries(ofChange: head.number) : [])
        if let summary = stored.summary(head.number, books: books) { return summary }
      }
      damage.note("it can't be read and was skipped", in: "library change \(head.number)")
    }
    return nil
  }

  /// Returns a change, or nil if it can't be read.
  func recordedChange(_ number: Int) throws(StorageError) -> RecordedChange? {
    guard try countOfEntries(number) != nil else { return nil }
    let head = try reader.first(
      "SELECT kind, shelf FROM library_changes WHERE owner = ? AND number = ?",
      [ownerValue, DatabaseValue(number)]
    ) { row throws(StorageError) in (kind: row.text(0), shelf: row.text(1)) }
    guard let head, let kind = head.kind else { return nil }
    return StoredChange(
      kind: kind, shelf: head.shelf, entries: try entries(ofChange: number)
    ).change
  }

  /// Returns the number of a change's entries, or nil if they are too large to be read.
  private func countOfEntries(_ number: Int) throws(StorageError) -> Int? {
    let found = try reader.first(
      """
      SELECT count(*), CAST(total(length(before)) + total(length(after)) AS INTEGER)
      FROM library_change_entries WHERE change = ?
      """, [DatabaseValue(number)]
    ) { row throws(StorageError) in (count: try row.number(0), size: try row.number(1)) }
    guard let found, found.size <= RecordedChange.maximumSize else { return nil }
    return found.count
  }

  private func entries(ofChange number: Int) throws(StorageError) -> [StoredChange.Entry] {
    try reader.rows(
      "SELECT before, after FROM library_change_entries WHERE change = ? ORDER BY place",
      [DatabaseValue(number)]
    ) { row throws(StorageError) in
      StoredChange.Entry(before: row.text(0), after: row.text(1))
    }
  }
}
