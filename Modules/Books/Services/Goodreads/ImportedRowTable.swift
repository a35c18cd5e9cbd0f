import Files
import Catalogue
import Goodreads
public import Services

/// The table of imported rows, which are written in the same transaction as their entries.
public enum ImportedRowTable {
  /// The schema migrations of imported rows, oldest first.
  public static let migrations = [
    Migration(
      "books", "imported rows",
      [
        // A file's header is stored once for all its rows.
        """
        CREATE TABLE imported_headers (
          number INTEGER PRIMARY KEY, owner TEXT NOT NULL, text TEXT NOT NULL,
          UNIQUE (owner, text)) STRICT
        """,
        """
        CREATE TABLE imported_rows (
          owner TEXT NOT NULL, entry TEXT NOT NULL, position INTEGER NOT NULL,
          header INTEGER NOT NULL REFERENCES imported_headers, text TEXT NOT NULL,
          PRIMARY KEY (owner, entry)) STRICT
        """,
      ])
  ]
}

extension DatabaseReader {
  /// Returns an owner's rows, in the order of the files.
  ///
  /// A row without its header is skipped: an export writes the entry's values, and the next import
  /// stores the row again.
  func importedRows(
    of owner: String, _ damage: RowDamageLog
  ) throws(StorageError) -> [ImportedRow] {
    let key = DatabaseValue.text(owner)
    var headers: [Int: String] = [:]
    try each("SELECT number, text FROM imported_headers WHERE owner = ?", [key]) {
      row throws(StorageError) in headers[try row.number(0)] = try row.string(1)
    }
    let found = try rows(
      "SELECT entry, position, header, text FROM imported_rows WHERE owner = ?", [key]
    ) { row throws(StorageError) -> ImportedRow? in
      let stored = try row.number(1)
      guard let header = headers[try row.number(2)] else {
        damage.note("its header is gone; it was skipped", in: "imported row \(stored)")
        return nil
      }
      let position = EntryBounds.kept(stored, EntryBounds.position)
      if position == nil {
        damage.note("the position is out of range; it comes first", in: "imported row \(stored)")
      }
      return ImportedRow(
        entry: LibraryEntry.ID(try row.string(0)),
        position: position ?? EntryBounds.position.lowerBound, header: header,
        text: try row.string(3))
    }
    // Sorted after the positions are clamped; SQL would sort the damaged ones.
    return found.compactMap(\.self).sorted { $0.position < $1.position }
  }
}

extension DatabaseTransaction {
  /// Stores rows, replacing the rows of the same entries.
  func save(_ rows: [ImportedRow], of owner: String) throws(StorageError) {
    let key = DatabaseValue.text(owner)
    // By bytes, because equal strings may encode accents differently.
    var last: (header: String, number: Int?)?
    for row in rows {
      if Task.isCancelled { throw .cancelled }
      var number = last?.number
      if number == nil || last?.header.utf8.elementsEqual(row.header.utf8) != true {
        try execute(
          "INSERT INTO imported_headers (owner, text) VALUES (?, ?) ON CONFLICT DO NOTHING",
          [key, .text(row.header)])
        number = try first(
          "SELECT number FROM imported_headers WHERE owner = ? AND text = ?",
          [key, .text(row.header)]
        ) { row throws(StorageError) in try row.number(0) }
        last = (row.header, number)
      }
      try execute(
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

  /// Deletes all rows of an owner.
  func removeImportedRows(of owner: String) throws(StorageError) {
    try execute("DELETE FROM imported_rows WHERE owner = ?", [.text(owner)])
    try execute("DELETE FROM imported_headers WHERE owner = ?", [.text(owner)])
  }
}
