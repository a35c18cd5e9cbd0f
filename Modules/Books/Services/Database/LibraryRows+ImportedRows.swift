import Files
import Services

extension LibraryRows {
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
