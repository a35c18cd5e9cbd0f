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
  /// Whether the row's date is no finish: the book is on an exclusive shelf such as `dnf`, and was never read.
  let wasGivenUp: Bool
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
    authors = Self.firstAuthors(row) + AuthorNames.list(row.value(.additionalAuthors))
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
    pages = read(.pages) { GoodreadsText.number($0, in: 0...LibraryEntry.maximumPages) }
    rating = read(.rating, GoodreadsText.halfStars).flatMap { Rating(halves: $0) }
    finished = read(.dateRead, GoodreadsText.day)
    added = read(.dateAdded, GoodreadsText.day)
    format = read(.binding) { EntryBounds.name($0, EntryBounds.formatLength) }
    copies = read(.ownedCopies) { GoodreadsText.number($0, in: 0...EntryBounds.copies.upperBound) }
    if copies == 0 { copies = nil }
    if pages == 0 { pages = nil }
    series = TitleSeries(title)
    volume = Self.volume(of: title)
    volumeNumbers = Self.volumeNumbers(of: title)
    review = GoodreadsText.plainReview(row.value(.review))
    comparableReview = GoodreadsText.comparable(review: review)
    notes = row.value(.notes)
    self.unrecognized = unrecognized
    (standardShelf, ownShelves) = GoodreadsShelves.read(row)
    namesShelf = standardShelf != nil || !ownShelves.isEmpty
    wasGivenUp = finished != nil && standardShelf == nil && namesShelf && Self.countsNoReading(row)
    if wasGivenUp { finished = nil }
    if !namesShelf {
      standardShelf = finished != nil || rating != nil ? .read : .wantToRead
    }
  }

  /// Returns Goodreads' number of a row's edition.
  static func bookID(_ row: GoodreadsRow) -> String { row.value(.bookID).trimmed }

  /// Returns whether a row names an exclusive shelf, and counts no reading.
  private static func countsNoReading(_ row: GoodreadsRow) -> Bool {
    !row.value(.exclusiveShelf).trimmed.isEmpty
      && GoodreadsText.number(row.value(.readCount).trimmed, in: 0...0) != nil
  }

  /// Returns the names in a row's first column of authors: usually one. It is one with a comma, such as “Solo, Han”, if
  /// the column for last names first has it so.
  static func firstAuthors(_ row: GoodreadsRow) -> [String] {
    let text = row.value(.author).trimmed
    let names = AuthorNames.list(text)
    let isOne = row.value(.authorLastFirst).trimmed == AuthorNames.lastNameFirst(text)
    return names.count > 1 && isOne ? [text] : names
  }

  /// Returns the year in a text.
  static func year(_ text: String) -> Int? { GoodreadsText.number(text, in: -9999...9999) }

  /// Returns a row's ISBN with thirteen digits, from either of the two columns.
  static func isbn(_ row: GoodreadsRow) -> String {
    let long = GoodreadsText.isbn(row.value(.isbn13))
    return long.isEmpty ? GoodreadsText.isbn(row.value(.isbn)) : long
  }

  /// Returns the number of a volume in its series, such as `1` or `2.5`; nil if the title has none.
  static func volume(of title: String) -> String? {
    guard let series = series(in: title), let sign = series.lastIndex(of: "#") else { return nil }
    let number = series[series.index(after: sign)...].prefix { $0 != ")" && $0 != ";" }
    return String(number).trimmed
  }

  private static func volumeNumbers(of title: String) -> [Double] {
    (series(in: title) ?? "").split(separator: "#").dropFirst().compactMap { part in
      Double(String(part.prefix { $0 != ")" && $0 != ";" && $0 != "," }).trimmed)
    }
  }

  /// Returns the series in a title such as “Leviathan Wakes (The Expanse, #1)”.
  private static func series(in title: String) -> Substring? {
    guard title.last == ")", let open = title.lastIndex(of: "("), open > title.startIndex,
      title[open...].contains("#")
    else { return nil }
    return title[open...]
  }

  /// Returns a title without its series in parentheses.
  static func withoutSeries(_ title: String) -> Substring {
    title[..<(series(in: title)?.startIndex ?? title.endIndex)]
  }

  /// Returns the common key of a book's editions: the title without its series, and the author. “C”, “C++” and
  /// “C#” are three books, and so are “?” and “!”; other punctuation makes no difference.
  static func key(title: String, author: String?) -> String {
    let title = String(withoutSeries(title)).trimmed
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

/// Parses and formats single values of a Goodreads file.
enum GoodreadsText {
  /// Returns the items of a list, without empty and duplicate ones.
  static func list(_ text: String) -> [String] {
    var seen: Set<String> = []
    return text.split(separator: ",").map { String($0).trimmed }
      .filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// Returns a whole number in a range; spreadsheets write `5.0`.
  static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
    guard let number = decimal(text).flatMap({ Int(exactly: $0) }), range.contains(number)
    else { return nil }
    return number
  }

  /// Returns a decimal number; nil for a hexadecimal one, which `Double` reads, too.
  private static func decimal(_ text: String) -> Double? {
    guard text.utf8.count < 12, !text.contains(where: { $0 == "x" || $0 == "X" }) else {
      return nil
    }
    return Double(text)
  }

  /// Returns the number of half stars, 0 for none; Goodreads has whole stars, and other apps write
  /// `3.5` in the same column.
  static func halfStars(_ text: String) -> Int? {
    guard let stars = decimal(text) else { return nil }
    return Int(exactly: stars * 2).flatMap { (0...10).contains($0) ? $0 : nil }
  }

  /// Parses a day such as `2019/05/31` or `2019-05-31`; nil for an incomplete date, and for one in another order, such
  /// as `5/6/2019`, which may be ambiguous.
  static func day(_ text: String) -> CalendarDate? {
    let parts = text.utf8.count <= 10 ? text.split { $0 == "/" || $0 == "-" } : []
    guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count <= 2,
      parts[2].utf8.count <= 2, let year = Int(parts[0]), let month = Int(parts[1]),
      let day = Int(parts[2])
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  /// Formats a day as Goodreads does.
  static func written(_ day: CalendarDate?) -> String {
    day.map { $0.description.replacing("-", with: "/") } ?? ""
  }

  /// Returns a review with `<br/>` as line breaks. All other tags are kept, because they are the
  /// reader's text.
  static func plainReview(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    let bytes = Array(text.utf8)
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var place = 0
    while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      plain += bytes[place..<open]
      let rest = bytes[open...].prefix(breaks[0].count)
      let tag = breaks.first { rest.starts(with: $0) }
      plain.append(UInt8(ascii: tag == nil ? "<" : "\n"))
      place = open + (tag?.count ?? 1)
    }
    plain += bytes[place...]
    return String(decoding: plain, as: UTF8.self)
  }

  /// The tags of a line break, longest first.
  private static let breaks = ["<br />", "<br/>", "<br>"].map { Array($0.utf8) }

  /// Returns a review with line breaks as Goodreads writes them.
  static func written(review: String) -> String {
    guard review.utf8.contains(UInt8(ascii: "\n")) else { return review }
    return review.replacing("\r\n", with: "<br/>").replacing("\n", with: "<br/>")
  }

  /// Returns a review for comparison: line breaks and outer white space make no difference.
  static func comparable(review: String) -> String {
    let plain = plainReview(review)
    guard plain.utf8.contains(UInt8(ascii: "\r")) else { return plain.trimmed }
    return plain.replacing("\r\n", with: "\n").trimmed
  }

  /// Returns the thirteen digits of an ISBN in any format, such as `="0439023483"`; empty for other
  /// text. The check digit is not verified, because some books are printed with a wrong one.
  static func isbn(_ text: String) -> String {
    if text.utf8.count > 40 { return "" }
    let digits = text.uppercased().filter { $0.isASCII && ($0.isNumber || $0 == "X") }
    guard let isbn = ISBN.thirteen(digits), !isbn.contains("X") else { return "" }
    return isbn
  }
}
