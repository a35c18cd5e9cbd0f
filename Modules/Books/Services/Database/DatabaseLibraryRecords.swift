import Files
import Catalogue
import Services

/// One owner's library in tables of a database, inside a transaction.
struct DatabaseLibraryRecords: LibraryRows, LibraryRecords {
  /// A number that the app never reaches. Beyond the largest number, SQLite numbers new rows at random.
  static let lastNumber = 1 << 40

  let transaction: any DatabaseTransaction
  let owner: String
  let damage: RowDamageLog

  var reader: any DatabaseReader { transaction }

  func save(_ entry: LibraryEntry) throws(StorageError) {
    // Large entries take time, so cancellation is checked for each.
    if Task.isCancelled { throw .cancelled }
    let entry = entry.bounded
    let values = try LibraryColumns.values(of: entry, owner: owner)
    let number = try transaction.first(LibraryColumns.upsert, values) { row throws(StorageError) in
      try row.number(0)
    }
    guard let number else { throw .unavailable("a book was not saved") }
    let document = try LibrarySearchRow(
      owner: owner, number: number, added: entry.added, book: entry.book, review: entry.review,
      notes: entry.notes
    ).replace(transaction)
    try saveShelves(of: entry, words: document.shelfWords, DatabaseValue(number))
    try saveHistory(of: entry, DatabaseValue(number))
    try saveReadings(of: entry, DatabaseValue(number))
  }

  func remove(_ id: LibraryEntry.ID) throws(StorageError) {
    // Its shelves, history and readings are deleted with it.
    try transaction.execute(
      "DELETE FROM library_entries WHERE owner = ? AND id = ?", [.text(owner), DatabaseValue(id)])
  }

  func save(_ shelf: Shelf) throws(StorageError) {
    try renumberShelves()
    try transaction.execute(
      """
      INSERT INTO library_shelves (owner, id, name) VALUES (?, ?, ?)
      ON CONFLICT (owner, id) DO UPDATE SET name = excluded.name
      """, [.text(owner), DatabaseValue(shelf.id), .text(shelf.name)])
  }

  /// Gives smaller numbers to shelves of all owners after which a new one would not be the last, such as those of
  /// a damaged file.
  private func renumberShelves() throws(StorageError) {
    let half = DatabaseValue(Self.lastNumber / 2)
    let numbers = try transaction.rows(
      """
      SELECT number FROM library_shelves
      WHERE number > ? AND (SELECT max(number) FROM library_shelves) >= ? ORDER BY number
      """, [half, DatabaseValue(Self.lastNumber)]
    ) { row throws(StorageError) in try row.number(0) }
    if numbers.isEmpty { return }
    let last = try transaction.first(
      "SELECT ifnull(max(number), 0) FROM library_shelves WHERE number <= ?", [half]
    ) { row throws(StorageError) in try row.number(0) }
    for (place, number) in numbers.enumerated() {
      try transaction.execute(
        "UPDATE library_shelves SET number = ? WHERE number = ?",
        [DatabaseValue((last ?? 0) + 1 + place), DatabaseValue(number)])
    }
  }

  func removeShelf(_ id: Shelf.ID) throws(StorageError) {
    try transaction.execute(
      "DELETE FROM library_shelves WHERE owner = ? AND id = ?", [.text(owner), DatabaseValue(id)])
  }

  func removeAll() throws(StorageError) {
    try removeImportedRows()
    for table in [
      "library_search", "library_links", "library_shelf_entries", "library_entries",
      "library_shelves", "library_shelf_orders", "library_changes",
    ] {
      try transaction.execute("DELETE FROM \(table) WHERE owner = ?", [.text(owner)])
    }
  }

  private func saveShelves(
    of entry: LibraryEntry, words: String, _ number: DatabaseValue
  ) throws(StorageError) {
    try transaction.execute("DELETE FROM library_shelf_entries WHERE entry = ?", [number])
    for shelf in entry.shelves {
      // A damaged file may have a row of a book that is gone.
      try transaction.execute(
        "INSERT OR REPLACE INTO library_shelf_entries VALUES (?, ?, ?, ?, ?, ?)",
        [
          .text(owner), DatabaseValue(shelf),
          DatabaseValue(entry.added), DatabaseValue(entry.id), number,
          .text(words),
        ])
    }
  }

  private func saveHistory(
    of entry: LibraryEntry, _ number: DatabaseValue
  ) throws(StorageError) {
    try transaction.execute("DELETE FROM library_progress WHERE entry = ?", [number])
    for (place, record) in entry.history.enumerated() {
      let progress = LibraryColumns.progress(record.progress)
      try transaction.execute(
        "INSERT INTO library_progress VALUES (?, ?, ?, ?, ?)",
        [
          number, DatabaseValue(place), DatabaseValue(record.date.daysSince1970), progress.page,
          progress.percent,
        ])
    }
  }

  private func saveReadings(
    of entry: LibraryEntry, _ number: DatabaseValue
  ) throws(StorageError) {
    try transaction.execute("DELETE FROM library_readings WHERE entry = ?", [number])
    for (place, reading) in entry.readings.enumerated() {
      try transaction.execute(
        "INSERT INTO library_readings VALUES (?, ?, ?, ?)",
        [
          number, DatabaseValue(place), DatabaseValue(reading.started?.daysSince1970),
          DatabaseValue(reading.finished?.daysSince1970),
        ])
    }
  }
}
