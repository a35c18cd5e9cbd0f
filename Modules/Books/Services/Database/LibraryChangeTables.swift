import Files
import Catalogue
import Services

/// The tables of the changes that can be undone and redone.
///
/// A change is written in the transaction that makes it. Its texts are checked when they are read;
/// see ``StoredChange``.
enum LibraryChangeTables {
  static let migrations = [
    Migration(
      "books", "changes",
      [
        """
        CREATE TABLE library_changes (
          number INTEGER PRIMARY KEY,
          owner TEXT NOT NULL,
          undone INTEGER NOT NULL CHECK (undone IN (0, 1)),
          size INTEGER NOT NULL CHECK (size >= 0),
          kind TEXT NOT NULL,
          shelf TEXT
        ) STRICT
        """,
        "CREATE INDEX library_changes_owner ON library_changes (owner)",
        """
        CREATE TABLE library_change_entries (
          change INTEGER NOT NULL REFERENCES library_changes ON DELETE CASCADE,
          place INTEGER NOT NULL,
          before TEXT,
          after TEXT,
          PRIMARY KEY (change, place),
          CHECK (before IS NOT NULL OR after IS NOT NULL)
        ) STRICT
        """,
      ])
  ]
}

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

extension DatabaseLibraryRecords {
  /// A number that the app never reaches. Beyond the largest number, SQLite numbers new rows at random.
  static let lastNumber = 1 << 40

  func undoState() throws(StorageError) -> UndoState { try rows.undoState() }

  func recordedChange(_ number: Int) throws(StorageError) -> RecordedChange? {
    try rows.recordedChange(number)
  }

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
