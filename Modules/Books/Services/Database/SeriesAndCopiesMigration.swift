import Services

/// Adds the series, the format and the number of owned copies, and fills them in from titles and
/// imported rows.
enum SeriesAndCopiesMigration {
  static let all = [
    Migration("books", "copies") { transaction throws(StorageError) in
      try transaction.execute(
        BoundsMigration.keepingValid("half_stars", EntryBounds.halfStars))
      let copies = EntryBounds.copies
      for column in [
        "series TEXT", "volume TEXT", "format TEXT",
        "copies INTEGER CHECK (copies BETWEEN \(copies.lowerBound) AND \(copies.upperBound))",
      ] { try transaction.execute("ALTER TABLE library_entries ADD COLUMN \(column)") }
      try fillSeries(transaction)
      try transaction.fillEntries("format = ?, copies = ?") { row in
        let book = GoodreadsBook(row)
        if book.format == nil, book.copies == nil { return nil }
        return [DatabaseValue(book.format), DatabaseValue(book.copies)]
      }
    }
  ]

  private static func fillSeries(_ transaction: any DatabaseTransaction) throws(StorageError) {
    let found = try transaction.rows(
      "SELECT number, title FROM library_entries WHERE title LIKE '%(%#%)'"
    ) { row throws(StorageError) -> [DatabaseValue]? in
      guard let series = TitleSeries(try row.string(1)) else { return nil }
      return [.text(series.name), .text(series.volume), DatabaseValue(try row.number(0))]
    }
    for case let values? in found {
      try transaction.execute(
        "UPDATE library_entries SET series = ?, volume = ? WHERE number = ?", values)
    }
  }
}
