import Goodreads
import Services

extension DatabaseTransaction {
  /// Changes the entries that have imported rows, in a migration. Unreadable rows are skipped.
  ///
  /// - Parameters:
  ///   - change: the changed columns with a mark for each value, such as `isbn = ?`.
  ///   - values: returns the values of a row, or nil for no change.
  func fillEntries(
    _ change: String, _ values: (GoodreadsRow) -> [DatabaseValue]?
  ) throws(StorageError) {
    var headers: [Int: GoodreadsHeader] = [:]
    try each("SELECT number, text FROM imported_headers", []) { row throws(StorageError) in
      headers[try row.number(0)] = GoodreadsHeader(try row.string(1))
    }
    let found = try rows("SELECT owner, entry, header, text FROM imported_rows") {
      row throws(StorageError) -> [DatabaseValue]? in
      guard let header = headers[try row.number(2)],
        let read = GoodreadsRow(line: 0, header: header, text: try row.string(3)),
        let values = values(read)
      else { return nil }
      return values + [.text(try row.string(0)), .text(try row.string(1))]
    }
    for case let values? in found {
      try execute("UPDATE library_entries SET \(change) WHERE owner = ? AND id = ?", values)
    }
  }
}
