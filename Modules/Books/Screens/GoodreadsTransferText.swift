import Core
import Goodreads
import Files
import Services

/// The texts of imports and exports of Goodreads files.
enum GoodreadsTransferText {
  static let reading = "Reading the file"
  static let comparing = "Comparing with your library"
  static let saving = "Saving the books"
  static let preparing = "Preparing the books"
  static let writing = "Writing the books"

  /// The name of the file that Goodreads exports.
  static let example = "~/Downloads/goodreads_library_export.csv"
  static let importTitle = "Import a Goodreads library"
  static let importExplanation = """
    Reads the file that Goodreads exports (My Books, Import and export, Export library). The import \
    fills gaps and changes nothing that you have entered, except that a book with a finish date in the \
    file moves to “Read” from “Reading”, and from “Want to read” if an earlier import put it there. All \
    columns are kept for a later export.
    """
  static let exportTitle = "Export your library for Goodreads"
  static let exportExplanation = """
    Writes your books to a file in the format of Goodreads. Imported data is exported unchanged, except \
    what you have edited. Goodreads has no half stars: your 3½ stars are written as 4. A spreadsheet \
    treats a title that begins with = as a formula: open a file with other people's books there only \
    as text.
    """

  static let empty = "The file is empty. Export your library at Goodreads again."
  static let unreadableHeader = """
    The first line of the file can't be read as the names of columns: it is not UTF-8, has a misplaced \
    quotation mark, is too long, or has too many columns. Choose a comma-separated file in UTF-8, as \
    Goodreads exports it.
    """
  static let columnsOfAnotherApp = """
    This is not a Goodreads export: its first line has a column “Authors” and none named “Author”. Choose \
    a file with the columns of Goodreads, such as “Title”, “Author” and “Exclusive Shelf”.
    """
  static let notGoodreads = """
    This is not a Goodreads export: its first line has no column “Title”. Choose a comma-separated file \
    in UTF-8, as Goodreads exports it.
    """

  static let tooManyRows = """
    The file has more than \(GoodreadsFile.maximumRows) rows, the limit for one import. \
    Split it, repeat the first line in each part, and import the parts one after the other.
    """

  /// Why a row was rejected.
  static func reason(_ rejection: GoodreadsRejection) -> String {
    switch rejection {
    case .quoting(.strayQuote):
      "An unquoted field has a quotation mark in it. Double it, and put the whole field in quotation"
        + " marks."
    case .quoting(.textAfterQuote):
      "Only a comma can follow a closing quotation mark. Double the quotation marks within a field."
    case .quoting(.unclosedQuote): "A quotation mark is never closed."
    case .quoting(.tooLong): "The row is too long, or has too many fields."
    case .fieldCount(let count, let expected):
      "The row has \(count == 1 ? "1 field" : "\(count) fields"); the first line has \(expected)."
    case .notUTF8: "The row is not UTF-8 text. Save the file as UTF-8."
    case .longField: "A field is longer than \(GoodreadsFile.maximumFieldLength >> 20) MB."
    case .tooLongTogether:
      "With the columns kept from earlier files, the row would be too long or have too many fields."
    case .noTitle: "The title is missing."
    case .longTitle: "The title is longer than 16 KB."
    case .longAuthors: "There are too many authors, or their names are too long."
    case .tooManyShelves: "The book is on too many shelves."
    case .tooManyShelvesInFile:
      "The file names more than \(BooksText.number(GoodreadsFile.maximumShelfNames)) shelves, the limit"
        + " for one import. Import the rest in another file."
    case .tooManyShelvesInLibrary(let maximum):
      "With this row, your library would have more than \(BooksText.number(maximum)) custom shelves,"
        + " the limit for imports."
    case .double(let line): "This is the same book as on line \(line)."
    }
  }

  /// Why a value of a column is kept but not shown.
  static func outcome(of column: GoodreadsColumn) -> String {
    let cause =
      switch column {
      case .rating: "isn't a rating from 0 to 5 in half stars"
      case .pages: "isn't a number of pages"
      case .year: "isn't a year"
      case .binding: "isn't a format of up to \(EntryBounds.formatLength) visible characters"
      case .ownedCopies:
        "isn't a number of copies up to \(BooksText.number(EntryBounds.copies.upperBound))"
      default: "isn't a date such as 2019/05/31"
      }
    return "\(cause), so it isn't shown. It is exported unchanged, unless you edit it."
  }

  private static func books(_ count: Int) -> String { BooksText.count(count, "book") }

  /// The report of an import.
  static func report(
    _ counts: GoodreadsCounts, shelves: Int, columns: Int,
    rejectionCount: Int, isDryRun: Bool
  ) -> TransferReport {
    let all = counts.added + counts.completed + counts.unchanged
    let changed = counts.added + counts.completed
    var summary =
      changed == 0
      ? "\(isDryRun ? "Dry run: " : "")\(books(all)) checked. Nothing to change."
      : isDryRun
        ? "Dry run: \(BooksText.number(changed)) of \(books(all)) would be imported."
        : "Imported \(books(changed))."
    if changed > 0, counts.unchanged > 0, !isDryRun {
      summary += " \(books(counts.unchanged)) unchanged."
    }
    if rejectionCount > 0 { summary += " Skipped \(BooksText.count(rejectionCount, "row"))." }
    if counts.differing > 0 {
      summary +=
        counts.differing == 1
        ? " 1 row differs from your library; your values stay."
        : " \(BooksText.number(counts.differing)) rows differ from your library; your values stay."
    }
    let lines: [(String, Int, isSaidAtZero: Bool)] = [
      ("Books added", counts.added, true), ("Books updated", counts.completed, true),
      ("Books unchanged", counts.unchanged, true), ("Shelves created", shelves, false),
      ("Values not recognised (kept for export)", counts.unshown, false),
      ("Other columns (kept for export)", columns, false),
      ("Rows that differ from your library", counts.differing, false),
      ("Rows skipped", rejectionCount, true),
    ]
    var report = TransferReport(
      summary: summary,
      counts: lines.filter { $0.isSaidAtZero || $0.1 > 0 }.map { TransferReport.Count($0.0, $0.1) },
      rejectionCount: rejectionCount)
    report.differenceCount = counts.differences
    return report
  }

  /// The report of an export.
  static func exported(_ count: Int, account: String) -> TransferReport {
    TransferReport(
      summary: "Exported \(books(count)). Account: \(account).",
      counts: [TransferReport.Count("Books exported", count)])
  }
}
