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

  private var parser = ImportedRowParser()

  /// Returns the key of a row.
  mutating func key(of row: ImportedRow) -> Key {
    let bookID = parser.row(row).map(GoodreadsBook.bookID) ?? ""
    return bookID.isEmpty ? .row(header: row.header, text: row.text) : .bookID(bookID)
  }
}
