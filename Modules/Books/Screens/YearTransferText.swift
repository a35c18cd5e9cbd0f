/// The texts of the export of a year of reading.
enum YearTransferText {
  static let title = "Export a year of reading"
  static let explanation = """
    Writes what you read in a year to a text file in Markdown: the books by month with your ratings \
    and the first lines of your reviews, the pages and the totals. Without a year it is the current \
    one.
    """
  static let year = "Year"
  static let collecting = "Collecting your books"

  static let notAYear = "Enter a year such as 2026."

  /// The year has no reading.
  static func nothing(in year: Int) -> String {
    "You read nothing in \(year), so no file was written. Choose another year."
  }

  /// The summary of an export.
  static func exported(_ year: ReadingYear, account: String) -> String {
    "Exported your reading in \(year.year): \(StatisticsText.amount(year)). Account: \(account)."
  }
}
