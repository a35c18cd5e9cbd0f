import Catalogue
import Core
import Goodreads
import Services

/// A book in a row of a Goodreads file, with the values that the app shows.
struct GoodreadsBook: Hashable {
  /// Goodreads' number of the edition, or empty.
  var bookID: String
  /// The ISBN with thirteen digits, or empty.
  var isbn: String
  var title: String
  var authors: [String]
  var year: Int?
  var pages: Int?
  /// The standard shelf, or nil for a book on custom shelves only.
  var standardShelf: Shelf.ID?
  /// Whether the row names a shelf. Without one the rating and the finish date say where a new book belongs.
  var namesShelf: Bool
  /// The custom shelves.
  var ownShelves: [String]
  var rating: Rating?
  var finished: CalendarDate?
  /// Whether the row's date isn't a finish: the book is on an exclusive shelf such as `dnf`, and was never read.
  let wasGivenUp: Bool
  /// Whether the row counts a reading before its own; it has the date of one at most. That of a row on Read without a
  /// date stands for all.
  let wasReadBefore: Bool
  /// The number of readings that have ended, as the row counts them. A row on Reading counts the current one, too.
  let endedReadings: Int
  var added: CalendarDate?
  var series: TitleSeries?
  /// The number of the volume in the title, such as `1` or `2.5`, or nil.
  let volume: String?
  /// All numbers of volumes in the title, such as 1 and 9 in “Emma (Set, #1; Works, #9)”.
  let volumeNumbers: [Double]
  var format: String?
  var copies: Int?
  var review: String
  /// The review as it is compared with a book's.
  let comparableReview: String
  var notes: String
  /// The values that the app can't show, such as a month without a day.
  var unrecognized: [Unrecognized] = []

  /// A value that the app can't show.
  struct Unrecognized: Hashable {
    let column: GoodreadsColumn
    let fileValue: String
  }

  /// Parses a row.
  init(_ row: GoodreadsRow) {
    bookID = Self.bookID(row)
    isbn = Self.isbn(row)
    title = row.value(.title).trimmed
    authors = Self.firstAuthors(row) + Self.furtherAuthors(row)
    var unrecognized: [Unrecognized] = []
    /// Parses a column, and collects unreadable values.
    func read<Value>(_ column: GoodreadsColumn, _ make: (String) -> Value?) -> Value? {
      let text = row.value(column).trimmed
      if text.isEmpty { return nil }
      let value = make(text)
      if value == nil { unrecognized.append(Unrecognized(column: column, fileValue: text)) }
      return value
    }
    year = read(.year, Self.year)
    pages = read(.pages) { GoodreadsValue.number($0, in: 0...LibraryEntry.maximumPages) }
    rating = read(.rating, GoodreadsValue.halfStars).flatMap { Rating(halves: $0) }
    finished = read(.dateRead, GoodreadsValue.day)
    added = read(.dateAdded, GoodreadsValue.day)
    format = read(.binding) { EntryBounds.name($0, EntryBounds.formatLength) }
    copies = read(.ownedCopies) { GoodreadsValue.number($0, in: 0...EntryBounds.copies.upperBound) }
    if copies == 0 { copies = nil }
    if pages == 0 { pages = nil }
    series = TitleSeries(title)
    volume = TitleSeries.volume(of: title)
    volumeNumbers = TitleSeries.volumeNumbers(of: title)
    review = GoodreadsValue.plainReview(row.value(.review))
    comparableReview = GoodreadsValue.comparable(review: review)
    notes = row.value(.notes)
    let readCount = GoodreadsValue.number(row.value(.readCount).trimmed, in: 0...1_000_000)
    self.unrecognized = unrecognized
    (standardShelf, ownShelves) = GoodreadsShelves.read(row)
    namesShelf = standardShelf != nil || !ownShelves.isEmpty
    wasGivenUp = finished != nil && standardShelf == nil && namesShelf && Self.countsNoReading(row)
    if wasGivenUp { finished = nil }
    if !namesShelf {
      standardShelf = finished != nil || rating != nil ? .read : .wantToRead
    }
    let isUndated = finished == nil && standardShelf == .read
    wasReadBefore = !isUndated && (readCount ?? 0) > 1
    endedReadings = max(0, (readCount ?? 0) - (standardShelf == .reading ? 1 : 0))
  }

  /// Returns Goodreads' number of a row's edition.
  static func bookID(_ row: GoodreadsRow) -> String { row.value(.bookID).trimmed }

  /// Returns whether a row names an exclusive shelf, and counts no reading.
  private static func countsNoReading(_ row: GoodreadsRow) -> Bool {
    !row.value(.exclusiveShelf).trimmed.isEmpty
      && GoodreadsValue.number(row.value(.readCount).trimmed, in: 0...0) != nil
  }

  /// Returns the names in a row's first column of authors: usually one. It is one with a comma, such as “Solo, Han”, if
  /// the column for last names first has it so.
  static func firstAuthors(_ row: GoodreadsRow) -> [String] {
    let text = row.value(.author).trimmed
    let names = AuthorNames.list(text)
    let isOne = row.value(.authorLastFirst).trimmed == AuthorNames.lastNameFirst(text)
    return names.count > 1 && isOne ? [text] : names
  }

  /// Returns the names in a row's column of further authors.
  static func furtherAuthors(_ row: GoodreadsRow) -> [String] {
    AuthorNames.list(row.value(.additionalAuthors), unquotes: true)
  }

  /// Returns the year in a text.
  static func year(_ text: String) -> Int? { GoodreadsValue.number(text, in: -9999...9999) }

  /// Returns a row's ISBN with thirteen digits, from either of the two columns.
  static func isbn(_ row: GoodreadsRow) -> String {
    let long = GoodreadsValue.isbn(row.value(.isbn13))
    return long.isEmpty ? GoodreadsValue.isbn(row.value(.isbn)) : long
  }

  /// Returns the common key of a book's editions: the title without its series, and the author. “C”, “C++” and
  /// “C#” are three books, and so are “?” and “!”; other punctuation makes no difference.
  static func key(title: String, author: String?) -> String {
    let title = String(TitleSeries.withoutSeries(title)).trimmed
    let words = FoldedText(title).bytes
    let signs = words.isEmpty ? title[...] : title.filter(\.tellsTitlesApart)[...]
    let bytes = words + [0] + signs.utf8 + [0] + FoldedText(author ?? "").bytes
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Character {
  /// Whether two titles that differ in this sign are two titles, as “C++” and “C”.
  fileprivate var tellsTitlesApart: Bool {
    self == "#" || (isMathSymbol || isCurrencySymbol) && self != "|" && self != "~"
  }
}
