import Services

extension DatabaseLibraryRecords {
  func moveUnreadableEntries(
    to other: Owner, on shelves: [Shelf.ID: Shelf.ID], newID: () -> LibraryEntry.ID
  ) throws(StorageError) -> [LibraryEntry.ID: LibraryEntry.ID] {
    var moved: [LibraryEntry.ID: LibraryEntry.ID] = [:]
    for (number, id) in try unreadable() {
      let taken = try transaction.first(
        "SELECT number FROM library_entries WHERE owner = ? AND id = ?",
        [.text(other.keyPrefix), DatabaseValue(id)]
      ) { row throws(StorageError) in try row.number(0) }
      let new = taken == nil ? id : newID()
      moved[id] = new
      try move(DatabaseValue(number), to: other, as: new, on: shelves)
    }
    return moved
  }

  /// Moves one entry with the rows of the other tables that have its owner.
  private func move(
    _ number: DatabaseValue, to other: Owner, as id: LibraryEntry.ID,
    on shelves: [Shelf.ID: Shelf.ID]
  ) throws(StorageError) {
    let owner = DatabaseValue.text(other.keyPrefix)
    try transaction.execute(
      "UPDATE library_entries SET owner = ?, id = ? WHERE number = ?",
      [owner, DatabaseValue(id), number])
    for table in ["library_search", "library_links"] {
      try transaction.execute("UPDATE \(table) SET owner = ? WHERE entry = ?", [owner, number])
    }
    let places = try transaction.rows(
      "SELECT shelf FROM library_shelf_entries WHERE entry = ?", [number]
    ) { row throws(StorageError) in Shelf.ID(try row.string(0)) }
    for place in places {
      // Two shelves may have become one.
      try transaction.execute(
        """
        UPDATE OR REPLACE library_shelf_entries SET owner = ?, id = ?, shelf = ?
        WHERE entry = ? AND shelf = ? AND owner <> ?
        """,
        [
          owner, DatabaseValue(id), DatabaseValue(shelves[place] ?? place), number,
          DatabaseValue(place), owner,
        ])
    }
  }

  /// Returns the entries that ``allEntries()`` leaves out.
  private func unreadable() throws(StorageError) -> [(number: Int, id: LibraryEntry.ID)] {
    try reader.rows(
      "SELECT \(LibraryColumns.list) FROM library_entries WHERE owner = ?", [ownerValue]
    ) { row throws(StorageError) -> (number: Int, id: LibraryEntry.ID)? in
      let row = try EntryRow(row, damage)
      if try row.entry() != nil { return nil }
      return (row.number, try row.id())
    }.compactMap(\.self)
  }
}
