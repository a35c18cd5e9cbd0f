import Files
import Services

extension LibraryRows {
  /// Returns the progress record in a row from a column on; nil for an unreadable row.
  func progressRecord(
    _ row: any DatabaseRow, from column: Int, of number: Int
  ) -> ProgressRecord? {
    let progress: ReadingProgress? =
      EntryBounds.kept(row.integer(column + 1), EntryBounds.pages).map { .page($0) }
      ?? EntryBounds.kept(row.integer(column + 2), EntryBounds.percent).map { .percent($0) }
    guard let day = EntryBounds.kept(row.integer(column), EntryBounds.day), let progress else {
      damage.note("it can't be read and was skipped", in: "progress of book \(number)")
      return nil
    }
    return ProgressRecord(date: CalendarDate(daysSince1970: day), progress: progress)
  }

  /// Returns the earlier reading in a row from a column on; nil for an unreadable row.
  func pastReading(
    _ row: any DatabaseRow, from column: Int, of number: Int
  ) -> PastReading? {
    let stored = row.integer(column + 1)
    let finished = EntryBounds.kept(stored, EntryBounds.day)
    guard finished != nil || stored == nil else {
      damage.note("it can't be read and was skipped", in: "earlier reading of book \(number)")
      return nil
    }
    let started = EntryBounds.kept(row.integer(column), EntryBounds.day)
    return PastReading(
      started: started.map { CalendarDate(daysSince1970: $0) },
      finished: finished.map { CalendarDate(daysSince1970: $0) })
  }

  /// Returns the order of a shelf; nil if none was chosen, or an unknown one.
  func order(of shelf: Shelf.ID) throws(StorageError) -> ShelfOrder? {
    try reader.first(
      "SELECT key, reversed FROM library_shelf_orders WHERE owner = ? AND shelf = ?",
      [ownerValue, DatabaseValue(shelf)]
    ) { row throws(StorageError) in
      ShelfOrder.Key(rawValue: try row.string(0)).map {
        ShelfOrder($0, isReversed: row.integer(1) == 1)
      }
    } ?? nil
  }

  /// Returns the imported rows, in the order of the files.
  ///
  /// A row without its header is skipped: an export writes the entry's values, and the next import
  /// stores the row again.
  func importedRows() throws(StorageError) -> [ImportedRow] {
    var headers: [Int: String] = [:]
    try reader.each("SELECT number, text FROM imported_headers WHERE owner = ?", [ownerValue]) {
      row throws(StorageError) in headers[try row.number(0)] = try row.string(1)
    }
    let found = try reader.rows(
      "SELECT entry, position, header, text FROM imported_rows WHERE owner = ?", [ownerValue]
    ) { row throws(StorageError) -> ImportedRow? in
      let (entry, stored) = (try row.string(0), try row.number(1))
      if entry.isRepaired {
        damage.note("the identifier can't be read; it was skipped", in: "imported row \(stored)")
        return nil
      }
      guard let header = headers[try row.number(2)] else {
        damage.note("its header is gone; it was skipped", in: "imported row \(stored)")
        return nil
      }
      let position = EntryBounds.kept(stored, EntryBounds.position)
      if position == nil {
        damage.note("the position is out of range; it comes first", in: "imported row \(stored)")
      }
      return ImportedRow(
        entry: LibraryEntry.ID(entry),
        position: position ?? EntryBounds.position.lowerBound, header: header,
        text: try row.string(3))
    }
    // Sorted after the positions are clamped; SQL would sort the damaged ones.
    return found.compactMap(\.self).sorted { $0.position < $1.position }
  }
}
