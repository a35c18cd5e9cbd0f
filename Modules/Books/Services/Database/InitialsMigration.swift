import Services

/// Updates the words of books whose authors have initials, which are now also found if they are typed together.
enum InitialsMigration {
  static let all = [
    Migration("books", "initials") { transaction throws(StorageError) in
      for (number, series) in try books(transaction) {
        try FoldedSignsMigration.fold(number, series, transaction)
      }
    }
  ]

  /// Returns the number and the series of each book with two words of one character in a row among its authors' names.
  private static func books(
    _ reader: any DatabaseReader
  ) throws(StorageError) -> [(number: Int, series: String?)] {
    try reader.rows(
      """
      SELECT number, series FROM library_entries JOIN library_search ON entry = number
      WHERE library_search.authors || ' ' GLOB '* ? ? *'
      """
    ) { row throws(StorageError) in (number: try row.number(0), series: row.text(1)) }
  }
}
