import Services

/// Updates the words of books with signs that `FoldedText` now folds in another way: signs of romanised
/// text, which were letters, and signs that are typed for an apostrophe, which separated words.
enum FoldedSignsMigration {
  static let all = [
    Migration("books", "folded signs") { transaction throws(StorageError) in
      for (number, series) in try books(transaction) {
        try fold(number, series, transaction)
      }
    }
  ]

  /// Folds the words of a book again.
  static func fold(
    _ number: Int, _ series: String?, _ transaction: any DatabaseTransaction
  ) throws(StorageError) {
    guard var row = try LibrarySearchMigration.row(of: number, transaction) else { return }
    row.book.series = series
    let document = try row.replace(transaction)
    try transaction.execute(
      "UPDATE library_shelf_entries SET words = ? WHERE entry = ?",
      [.text(document.shelfWords), DatabaseValue(number)])
  }

  /// The signs, with the characters that are decomposed into them.
  private static let signs =
    "\u{2B9}\u{2BA}\u{2BB}\u{2BD}\u{2BE}\u{2BF}\u{374}`\u{1FEF}\u{FF40}\u{B4}\u{5F3}\u{201B}"
    + "\u{1E9A}\u{2032}\u{2033}\u{2034}\u{2057}"

  /// Returns the number and the series of each book with one of the signs.
  private static func books(
    _ reader: any DatabaseReader
  ) throws(StorageError) -> [(number: Int, series: String?)] {
    try reader.rows(
      """
      SELECT number, series FROM library_entries
      WHERE title || coalesce(alternative_title, '') || coalesce(series, '') || authors || subjects
        || review || notes GLOB ?
      """, [.text("*[\(signs)]*")]
    ) { row throws(StorageError) in (number: try row.number(0), series: row.text(1)) }
  }
}

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
