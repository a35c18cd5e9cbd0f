import Files
import Services
import Core
import Goodreads

extension GoodreadsComparison.Difference {
  /// The maximum number of scalars compared to find the first difference.
  private static let maximumCompared = 100_000

  /// Returns the difference for a report: excerpts around the first difference.
  func reported(of entry: LibraryEntry, line: Int) -> TransferReport.Difference {
    // The common prefix does not show the difference.
    let common = zip(fileValue.unicodeScalars, libraryValue.unicodeScalars).prefix(
      Self.maximumCompared
    )
    .prefix { $0 == $1 }.count
    return TransferReport.Difference(
      line: line, title: Self.excerpt(entry.book.title), column: column.rawValue,
      fileValue: Self.excerpt(fileValue, from: common),
      libraryValue: Self.excerpt(libraryValue, from: common))
  }

  /// Returns an excerpt of a text on one line, around an offset.
  static func excerpt(_ text: String, from place: Int = 0) -> String {
    let (length, before) = (60, 20)
    let start = place > length - before ? place - before : 0
    let scalars = text.unicodeScalars.dropFirst(start)
    let words = String(String.UnicodeScalarView(scalars.prefix(length))).trimmed
    let line = String(words.map { $0.isNewline ? "¶" : $0 })
    return (start > 0 ? "…" : "") + line + (scalars.prefix(length + 1).count > length ? "…" : "")
  }
}
