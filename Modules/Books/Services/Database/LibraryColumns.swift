import Core
import Foundation

/// An entry as the columns of its table.
enum LibraryColumns {
  /// The names, in the order in which they are written and read; the row's number stands before them
  /// when it is read.
  private static let names = [
    "id", "title", "alternative_title", "authors", "year", "pages", "language", "cover", "subjects",
    "source", "source_key", "rating", "started", "finished", "page", "percent", "added", "review",
    "notes",
  ]

  /// What is read of an entry.
  static let list = (["number"] + names).joined(separator: ", ")

  /// Writes an owner's entry in the place of the one with its identifier, and gives its number.
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

  /// What ``upsert`` writes.
  static func values(of entry: LibraryEntry, owner: String) throws(StorageError) -> [DatabaseValue]
  {
    let book = entry.book
    let progress = progress(entry.progress)
    return [
      .text(owner), DatabaseValue(entry.id), .text(book.title),
      DatabaseValue(book.alternativeTitle), .text(try json(book.authors)), DatabaseValue(book.year),
      DatabaseValue(book.pages), DatabaseValue(book.language), DatabaseValue(book.cover),
      .text(try json(book.subjects)), DatabaseValue(entry.reference?.source),
      DatabaseValue(entry.reference?.key), DatabaseValue(entry.rating),
      DatabaseValue(entry.started?.daysSince1970), DatabaseValue(entry.finished?.daysSince1970),
      progress.page, progress.percent, DatabaseValue(entry.added), .text(entry.review),
      .text(entry.notes),
    ]
  }

  /// The page or the percentage, each in a column of its own.
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

  /// A row of ``list``: the entry without its shelves and history.
  static func row(
    _ row: any DatabaseRow
  ) throws(StorageError) -> (number: Int, entry: LibraryEntry) {
    let book = BookCopy(
      title: try row.string(2), alternativeTitle: row.text(3),
      authors: try value(row.string(4)), year: row.integer(5), pages: row.integer(6),
      language: row.text(7), cover: row.integer(8), subjects: try value(row.string(9)))
    var reference: CatalogueReference?
    if let source = row.text(10), let key = row.text(11) {
      reference = CatalogueReference(source: source, key: key)
    }
    var entry = LibraryEntry(
      id: LibraryEntry.ID(try row.string(1)), book: book, reference: reference, shelves: [],
      added: try row.time(17))
    entry.rating = row.integer(12)
    entry.started = row.integer(13).map(CalendarDate.init(daysSince1970:))
    entry.finished = row.integer(14).map(CalendarDate.init(daysSince1970:))
    entry.progress = progress(row, from: 15)
    entry.review = try row.string(18)
    entry.notes = try row.string(19)
    return (try row.number(0), entry)
  }

  /// A day, a page and a percentage.
  static func record(
    _ row: any DatabaseRow, from column: Int
  ) throws(StorageError) -> ProgressRecord {
    guard let progress = progress(row, from: column + 1) else {
      throw .damaged("how far you have come in a book")
    }
    return ProgressRecord(
      date: CalendarDate(daysSince1970: try row.number(column)), progress: progress)
  }

  private static func progress(_ row: any DatabaseRow, from column: Int) -> ReadingProgress? {
    row.integer(column).map { .page($0) } ?? row.integer(column + 1).map { .percent($0) }
  }

  // MARK: Lists

  private static let none = "[]"

  private static func json<Item: Encodable>(_ items: [Item]) throws(StorageError) -> String {
    if items.isEmpty { return none }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(items) else { throw .unavailable("a book's list") }
    return String(decoding: data, as: UTF8.self)
  }

  private static func value<Item: Decodable>(_ text: String) throws(StorageError) -> [Item] {
    if text == none { return [] }
    guard let items = try? JSONDecoder().decode([Item].self, from: Data(text.utf8)) else {
      throw .damaged("the authors or subjects of a book")
    }
    return items
  }
}
