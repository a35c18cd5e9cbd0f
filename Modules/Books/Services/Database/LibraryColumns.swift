import Files
import Catalogue
import Services
import Foundation

/// Converts entries to and from the columns of their table.
enum LibraryColumns {
  /// The names of the columns, in the order of writing and reading; when reading, the row's number
  /// comes first.
  private static let names = [
    "id", "title", "alternative_title", "authors", "year", "pages", "language", "cover", "subjects",
    "source", "source_key", "half_stars", "started", "finished", "page", "percent", "added",
    "review",
    "notes", "isbn", "series", "volume", "format", "copies",
  ]

  /// The columns that are read.
  static let list = (["number"] + names).joined(separator: ", ")

  /// Inserts or replaces an owner's entry, and returns its number.
  static let upsert = {
    let columns = (["owner"] + names).joined(separator: ", ")
    let marks = (["owner"] + names).map { _ in "?" }.joined(separator: ", ")
    let changes = names.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return """
      INSERT INTO library_entries (\(columns)) VALUES (\(marks))
      ON CONFLICT (owner, id) DO UPDATE SET \(changes) RETURNING number
      """
  }()

  // MARK: Writing

  /// Returns the values for ``upsert`` of a bounded entry.
  static func values(of entry: LibraryEntry, owner: String) throws(StorageError) -> [DatabaseValue]
  {
    let book = entry.book
    let progress = progress(entry.progress)
    return [
      .text(owner), DatabaseValue(entry.id), .text(book.title),
      DatabaseValue(book.alternativeTitle), .text(try json(book.authors)), DatabaseValue(book.year),
      DatabaseValue(book.pages), DatabaseValue(book.language), DatabaseValue(book.cover),
      .text(try json(book.subjects)), DatabaseValue(entry.reference?.source),
      DatabaseValue(entry.reference?.key), DatabaseValue(entry.rating?.halves),
      DatabaseValue(entry.started?.daysSince1970), DatabaseValue(entry.finished?.daysSince1970),
      progress.page, progress.percent, DatabaseValue(entry.added), .text(entry.review),
      .text(entry.notes), DatabaseValue(book.isbn), DatabaseValue(book.series),
      DatabaseValue(book.volume), DatabaseValue(book.format), DatabaseValue(book.copies),
    ]
  }

  /// Returns the page or the percentage, each in its own column.
  static func progress(
    _ progress: ReadingProgress?
  ) -> (page: DatabaseValue, percent: DatabaseValue) {
    switch progress {
    case .page(let page): (DatabaseValue(page), .null)
    case .percent(let percent): (.null, DatabaseValue(percent))
    case nil: (.null, .null)
    }
  }

  // MARK: Reading

  /// Returns the entry of a row of ``list``, without its shelves and history; nil for an unreadable
  /// row.
  ///
  /// A number out of range is left out.
  static func row(
    _ row: any DatabaseRow, _ damage: RowDamageLog
  ) throws(StorageError) -> (number: Int, entry: LibraryEntry)? {
    let number = try row.number(0)
    guard let book = try book(row, of: number, damage) else { return nil }
    var reference: CatalogueReference?
    if let source = row.text(10), let key = row.text(11) {
      reference = CatalogueReference(source: source, key: key)
    }
    if let added = row.real(17), !DatabaseValue.times.contains(added) {
      damage.note("the time is out of range and was clamped", in: "book \(number)")
    }
    var entry = LibraryEntry(
      id: LibraryEntry.ID(try row.string(1)), book: book, reference: reference, shelves: [],
      added: try row.time(17))
    readProgress(of: row, number, into: &entry, damage)
    entry.review = try row.string(18)
    entry.notes = try row.string(19)
    return (number, entry)
  }

  /// Reads the rating, the dates and the progress of a row into its entry.
  private static func readProgress(
    of row: any DatabaseRow, _ number: Int, into entry: inout LibraryEntry, _ damage: RowDamageLog
  ) {
    func bounded(_ column: Int, _ bounds: ClosedRange<Int>, _ name: String) -> Int? {
      self.bounded(row, column, bounds, name, of: number, damage)
    }
    entry.rating = bounded(12, EntryBounds.halfStars, "rating").flatMap { Rating(halves: $0) }
    entry.started = bounded(13, EntryBounds.day, "first day").map {
      CalendarDate(daysSince1970: $0)
    }
    entry.finished = bounded(14, EntryBounds.day, "last day").map {
      CalendarDate(daysSince1970: $0)
    }
    entry.progress =
      bounded(15, EntryBounds.pages, "page").map { .page($0) }
      ?? bounded(16, EntryBounds.percent, "percentage").map { .percent($0) }
  }

  /// Returns the copy of the book in a row of ``list``; nil for an unreadable row.
  private static func book(
    _ row: any DatabaseRow, of number: Int, _ damage: RowDamageLog
  ) throws(StorageError) -> BookCopy? {
    guard let authors: [AuthorName] = items(try row.string(4)),
      let subjects: [String] = items(try row.string(9))
    else {
      damage.note("the authors or subjects can't be read; it was skipped", in: "book \(number)")
      return nil
    }
    return BookCopy(
      title: try row.string(2), alternativeTitle: row.text(3), authors: authors,
      year: bounded(row, 5, EntryBounds.year, "year", of: number, damage),
      pages: bounded(row, 6, EntryBounds.pages, "pages", of: number, damage),
      language: row.text(7),
      cover: bounded(row, 8, EntryBounds.cover, "cover", of: number, damage), subjects: subjects,
      isbn: row.text(20).flatMap { ISBN(searching: $0)?.digits },
      series: EntryBounds.name(row.text(21), EntryBounds.seriesLength),
      volume: EntryBounds.name(row.text(22), EntryBounds.volumeLength),
      format: EntryBounds.name(row.text(23), EntryBounds.formatLength),
      copies: bounded(row, 24, EntryBounds.copies, "number of copies", of: number, damage))
  }

  private static func bounded(
    _ row: any DatabaseRow, _ column: Int, _ bounds: ClosedRange<Int>, _ name: String,
    of number: Int, _ damage: RowDamageLog
  ) -> Int? {
    guard let value = row.integer(column) else { return nil }
    if bounds.contains(value) { return value }
    damage.note("the \(name) is out of range and was left out", in: "book \(number)")
    return nil
  }

  /// Returns the progress record of a row; nil for an unreadable row.
  static func record(
    _ row: any DatabaseRow, from column: Int, of number: Int, _ damage: RowDamageLog
  ) -> ProgressRecord? {
    let progress: ReadingProgress? =
      EntryBounds.kept(row.integer(column + 1), EntryBounds.pages).map { .page($0) }
      ?? EntryBounds.kept(row.integer(column + 2), EntryBounds.percent).map { .percent($0) }
    guard let day = EntryBounds.kept(row.integer(column), EntryBounds.day), let progress else {
      damage.note("it can't be read and was skipped", in: "progress of book \(number)")
      return nil
    }
    return ProgressRecord(date: CalendarDate(daysSince1970: day), progress: progress)
  }

  // MARK: Lists

  private static let none = "[]"

  private static func json<Item: Encodable>(_ items: [Item]) throws(StorageError) -> String {
    if items.isEmpty { return none }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(items) else {
      throw .unavailable("a list of the book can't be stored")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Returns the authors in a column; none if it is unreadable.
  static func authors(_ text: String) -> [AuthorName] { items(text) ?? [] }

  /// Returns the items in a column of a list, or nil if it is unreadable.
  static func items<Item: Decodable>(_ text: String) -> [Item]? {
    text == none ? [] : try? JSONDecoder().decode([Item].self, from: Data(text.utf8))
  }
}
