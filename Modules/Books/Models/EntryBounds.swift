import Catalogue
import Core
import Services
import Foundation

/// The valid ranges of a library's numbers.
///
/// Values in these ranges can be added up, counted and formatted as dates. Stored values outside
/// them are damage, and are left out when they are read.
enum EntryBounds {
  static let year = BookBounds.year
  /// The years that a reader can type.
  static let typedYear = -3000...2100
  /// A page. The tables check a book's number of pages by it, too, which has narrower bounds: ``BookBounds/pages``.
  static let pages = 0...1_000_000
  static let cover = BookBounds.cover
  /// Whole stars.
  static let rating = 1...5
  static let halfStars = 1...10
  static let percent = 0...100
  /// Days from 1970-01-01: the years 1 to 9999.
  static let day = -719_162...2_932_896
  /// The number of owned copies; none is nil.
  static let copies = 1...10_000
  /// The maximum lengths of names, in characters.
  static let (seriesLength, volumeLength, formatLength) = (300, 50, 100)
  /// The maximum number of authors or subjects that can be typed.
  static let maximumNames = 2000
  /// The maximum length of a title or an author's name that can be typed, in bytes: 32 for each of 500 letters.
  static let maximumNameSize = 16_000
  /// The index of a row among all imported ones.
  static let position = 0...(1 << 40)

  /// Returns the number, or nil if it is out of range.
  static func kept(_ number: Int?, _ bounds: ClosedRange<Int>) -> Int? {
    BookBounds.kept(number, bounds)
  }

  /// Returns a text of visible characters on one line, or nil for another or a longer one.
  static func name(_ text: String?, _ length: Int) -> String? {
    text.flatMap { try? ReadableName($0, limit: length).text }
  }
}

extension LibraryEntry {
  /// The entry for a store: without numbers out of range, and with a clamped time.
  var bounded: LibraryEntry {
    var entry = self
    entry.added = Date(
      timeIntervalSinceReferenceDate: DatabaseValue.clampedTime(
        added.timeIntervalSinceReferenceDate))
    entry.book.year = EntryBounds.kept(book.year, EntryBounds.year)
    entry.book.pages = EntryBounds.kept(book.pages, BookBounds.pages)
    entry.book.cover = EntryBounds.kept(book.cover, EntryBounds.cover)
    entry.book.series = EntryBounds.name(book.series, EntryBounds.seriesLength)
    entry.book.volume = EntryBounds.name(book.volume, EntryBounds.volumeLength)
    entry.book.format = EntryBounds.name(book.format, EntryBounds.formatLength)
    entry.book.copies = EntryBounds.kept(book.copies, EntryBounds.copies)
    entry.progress = progress?.bounded
    entry.history = history.compactMap { record in
      record.progress.bounded.map { ProgressRecord(date: record.date, progress: $0) }
    }
    return entry
  }
}

extension ReadingProgress {
  fileprivate var bounded: ReadingProgress? {
    switch self {
    case .page(let page): EntryBounds.kept(page, EntryBounds.pages).map { .page($0) }
    case .percent(let percent): EntryBounds.kept(percent, EntryBounds.percent).map { .percent($0) }
    }
  }
}
