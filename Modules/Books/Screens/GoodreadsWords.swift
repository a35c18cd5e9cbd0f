import Core
import Goodreads

/// What bringing in and writing Goodreads files says to a person.
enum GoodreadsWords {
  static let reading = "Reading the file"
  static let comparing = "Comparing with your library"
  static let saving = "Saving the books"
  static let writing = "Writing the books"

  /// What Goodreads calls the file that it gives.
  static let example = "~/Downloads/goodreads_library_export.csv"
  static let importTitle = "Import a library from Goodreads"
  static let importExplanation = """
    Reads the file that Goodreads gives you (My Books, Import and export, Export library). What your \
    library has stays as it is, and what it lacks is filled; all columns are kept for an export.
    """
  static let exportTitle = "Export your library for Goodreads"
  static let exportExplanation = """
    Writes your books as the file that Goodreads gives and others read. What came from such a file is \
    written as it came, but for what you changed since. A spreadsheet takes a title that begins with = \
    for a formula: open a file with other people's books there only as text.
    """

  static let empty = "The file is empty. Export your library at Goodreads again."
  static let notGoodreads = """
    This is no library from Goodreads: its first line has no column “Title”. It should be a file with \
    commas between its fields, in UTF-8, as Goodreads exports it.
    """

  static let tooManyRows = """
    The file has more than \(GoodreadsFile.maximumRows) rows, which is more than a library takes at \
    once. Split it, each part with the first line, and import the parts one after the other.
    """

  /// Why a row was not taken.
  static func reason(_ rejection: GoodreadsRejection) -> String {
    switch rejection {
    case .quoting(.strayQuote):
      "There is a quotation mark within a field that has none around it. Double it, and put the"
        + " whole field in quotation marks."
    case .quoting(.textAfterQuote):
      "Something other than a comma follows a closing quotation mark. Quotation marks within a field"
        + " are doubled."
    case .quoting(.unclosedQuote): "A quotation mark is opened and not closed."
    case .quoting(.tooLong): "The row is too long, or has too many fields."
    case .fieldCount(let count, let expected):
      "The row has \(count == 1 ? "1 field" : "\(count) fields") and should have \(expected), as the"
        + " first line does."
    case .zeroByte: "The row holds bytes of zero, which are no text."
    case .notUTF8: "The row is not text in UTF-8. Save the file in this encoding."
    case .longField: "A field is longer than \(GoodreadsFile.maximumFieldLength >> 20) MB."
    case .noTitle: "There is no title."
    case .longTitle: "The title is longer than 10 KB."
    case .longAuthors: "There are too many authors, or their names are too long."
    case .tooManyShelves: "The book stands on too many shelves."
    case .double(let line): "This is the same book as on line \(line)."
    }
  }

  private static func books(_ count: Int) -> String { count == 1 ? "1 book" : "\(count) books" }

  /// What bringing in a file came to.
  static func report(
    _ counts: GoodreadsPlan.Counts, shelves: Int, columns: Int,
    rejectionCount: Int, isDryRun: Bool
  ) -> TransferReport {
    let all = counts.added + counts.completed + counts.unchanged
    let changed = counts.added + counts.completed
    var summary =
      isDryRun
      ? "\(books(changed)) of \(all) would be imported. Nothing was changed."
      : changed == 0
        ? "\(books(all)) read, and nothing had to be changed."
        : "Imported \(books(changed))."
    if changed > 0, counts.unchanged > 0, !isDryRun {
      summary += " \(books(counts.unchanged)) unchanged."
    }
    if rejectionCount > 0 {
      summary +=
        rejectionCount == 1 ? " 1 row can't be taken." : " \(rejectionCount) rows can't be taken."
    }
    if counts.differing > 0 {
      summary +=
        counts.differing == 1
        ? " 1 row says something else than your library, which stays as it is."
        : " \(counts.differing) rows say something else than your library, which stays as it is."
    }
    let lines: [(String, Int, isSaidAtZero: Bool)] = [
      ("Books added", counts.added, true), ("Books completed", counts.completed, true),
      ("Books already there", counts.unchanged, true), ("Shelves made", shelves, false),
      ("Values kept but not shown", counts.unread, false),
      ("Columns kept that Goodreads does not have", columns, false),
      ("Rows that say something else than your library", counts.differing, false),
      ("Rows not taken", rejectionCount, true),
    ]
    var report = TransferReport(
      summary: summary,
      counts: lines.filter { $0.isSaidAtZero || $0.1 > 0 }.map { TransferReport.Count($0.0, $0.1) },
      rejectionCount: rejectionCount)
    report.differenceCount = counts.differences
    return report
  }

  /// What writing a file came to.
  static func exported(_ count: Int) -> TransferReport {
    TransferReport(
      summary: count == 1 ? "1 book written." : "\(count) books written.",
      counts: [TransferReport.Count("Books written", count)])
  }
}
