import Goodreads

/// Recognises imported rows of the same book in two libraries.
struct ImportedRowKeys {
  /// What the rows of a book have in common.
  enum Key: Hashable {
    /// Goodreads' number of the edition.
    case bookID(String)
    /// The whole row, of a file without such numbers.
    case row(header: String, text: String)
  }

  /// The parsed headers, which many rows share.
  private var headers: [String: GoodreadsHeader] = [:]

  /// Returns the key of a row.
  mutating func key(of row: ImportedRow) -> Key {
    if headers[row.header] == nil { headers[row.header] = GoodreadsHeader(row.header) }
    let bookID = headers[row.header].flatMap { row.row($0) }.map(GoodreadsBook.bookID) ?? ""
    return bookID.isEmpty ? .row(header: row.header, text: row.text) : .bookID(bookID)
  }
}
