import Services

extension DatabaseLibraryRecords {
  func record(_ change: RecordedChange) throws(StorageError) {
    let stored = try StoredChange(change)
    try transaction.execute(
      "DELETE FROM library_changes WHERE owner = ? AND undone != 0", [.text(owner)])
    try forgetForeignNumbers()
    let number = try transaction.first(
      """
      INSERT INTO library_changes (owner, undone, size, kind, shelf) VALUES (?, 0, ?, ?, ?)
      RETURNING number
      """,
      [
        .text(owner), DatabaseValue(stored.size), .text(stored.kind), DatabaseValue(stored.shelf),
      ]
    ) { row throws(StorageError) in try row.number(0) }
    guard let number else { throw .unavailable("a change was not saved") }
    // A damaged file may have entries of a change that is gone.
    try transaction.execute(
      "DELETE FROM library_change_entries WHERE change = ?", [DatabaseValue(number)])
    for (place, entry) in stored.entries.enumerated() {
      try transaction.execute(
        "INSERT INTO library_change_entries VALUES (?, ?, ?, ?)",
        [
          DatabaseValue(number), DatabaseValue(place), DatabaseValue(entry.before),
          DatabaseValue(entry.after),
        ])
    }
    try forgetOldChanges()
  }

  func markChange(_ number: Int, isUndone: Bool) throws(StorageError) {
    try transaction.execute(
      "UPDATE library_changes SET undone = ? WHERE owner = ? AND number = ?",
      [DatabaseValue(isUndone ? 1 : 0), .text(owner), DatabaseValue(number)])
  }

  func forgetChange(_ number: Int) throws(StorageError) {
    try transaction.execute(
      "DELETE FROM library_changes WHERE owner = ? AND number = ?",
      [.text(owner), DatabaseValue(number)])
  }

  /// Deletes changes of all owners after which new ones would not be the last, such as those of a damaged file.
  private func forgetForeignNumbers() throws(StorageError) {
    try transaction.execute(
      """
      DELETE FROM library_changes
      WHERE number > ? AND (SELECT max(number) FROM library_changes) >= ?
      """, [DatabaseValue(Self.lastNumber / 2), DatabaseValue(Self.lastNumber)])
  }

  /// Deletes the oldest changes beyond the limits.
  private func forgetOldChanges() throws(StorageError) {
    let changes = try transaction.rows(
      """
      SELECT number, size FROM library_changes WHERE owner = ?
      ORDER BY number DESC LIMIT \(RecordedChange.maximumCount + 1)
      """, [.text(owner)]
    ) { row throws(StorageError) in (number: try row.number(0), size: row.integer(1) ?? 0) }
    let kept = RecordedChange.keptCount(of: changes.map(\.size))
    guard kept < changes.count else { return }
    try transaction.execute(
      "DELETE FROM library_changes WHERE owner = ? AND number <= ?",
      [.text(owner), DatabaseValue(changes[kept].number)])
  }
}
