import Files
import Services
import Core
import Goodreads

extension GoodreadsComparison.Difference {
  /// How many signs of two long texts are compared to show where they differ.
  private static let mostCompared = 100_000

  /// What a report says of the difference: excerpts, around the place where the two texts part.
  func reported(of entry: LibraryEntry, line: Int) -> TransferReport.Difference {
    // What both begin with says nothing of where they differ.
    let common = zip(said.unicodeScalars, kept.unicodeScalars).prefix(Self.mostCompared)
      .prefix { $0 == $1 }.count
    return TransferReport.Difference(
      line: line, title: Self.excerpt(entry.book.title), column: column.rawValue,
      said: Self.excerpt(said, from: common), kept: Self.excerpt(kept, from: common))
  }

  /// Some words of a text on one line, around a place at which it is of interest.
  private static func excerpt(_ text: String, from place: Int = 0) -> String {
    let (length, before) = (60, 20)
    let start = place > length - before ? place - before : 0
    let scalars = text.unicodeScalars.dropFirst(start)
    let words = String(String.UnicodeScalarView(scalars.prefix(length))).trimmed
    let line = String(words.map { $0.isNewline ? "¶" : $0 })
    return (start > 0 ? "…" : "") + line + (scalars.prefix(length + 1).count > length ? "…" : "")
  }
}
