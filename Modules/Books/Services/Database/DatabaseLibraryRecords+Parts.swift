import Services

extension DatabaseLibraryRecords {
  func save(_ order: ShelfOrder?, of shelf: Shelf.ID) throws(StorageError) {
    let place: [DatabaseValue] = [.text(owner), DatabaseValue(shelf)]
    try transaction.execute(
      "DELETE FROM library_shelf_orders WHERE owner = ? AND shelf = ?", place)
    guard let order else { return }
    try transaction.execute(
      "INSERT INTO library_shelf_orders VALUES (?, ?, ?, ?)",
      place + [.text(order.key.rawValue), DatabaseValue(order.isReversed ? 1 : 0)])
  }

  func save(_ rows: [ImportedRow]) throws(StorageError) {
    let key = DatabaseValue.text(owner)
    // By bytes, because equal strings may encode accents differently.
    var last: (header: String, number: Int?)?
    for row in rows {
      if Task.isCancelled { throw .cancelled }
      var number = last?.number
      if number == nil || last?.header.utf8.elementsEqual(row.header.utf8) != true {
        try transaction.execute(
          "INSERT INTO imported_headers (owner, text) VALUES (?, ?) ON CONFLICT DO NOTHING",
          [key, .text(row.header)])
        number = try transaction.first(
          "SELECT number FROM imported_headers WHERE owner = ? AND text = ?",
          [key, .text(row.header)]
        ) { row throws(StorageError) in try row.number(0) }
        last = (row.header, number)
      }
      try transaction.execute(
        """
        INSERT INTO imported_rows (owner, entry, position, header, text) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE
        SET position = excluded.position, header = excluded.header, text = excluded.text
        """,
        [
          key, DatabaseValue(row.entry),
          DatabaseValue(min(row.position, EntryBounds.position.upperBound)), DatabaseValue(number),
          .text(row.text),
        ])
    }
  }

  /// Removes all imported rows.
  func removeImportedRows() throws(StorageError) {
    // In a damaged file another owner's row may have one of these headers; it can't be read.
    try transaction.execute(
      """
      DELETE FROM imported_rows
      WHERE owner = ?1 OR header IN (SELECT number FROM imported_headers WHERE owner = ?1)
      """, [.text(owner)])
    try transaction.execute("DELETE FROM imported_headers WHERE owner = ?", [.text(owner)])
  }
}
