import Files
import Catalogue
import Services
import Foundation

/// Converts entries to and from the columns of their table.
enum LibraryColumns {
  /// The columns in the order of ``list``; all but the number are also written, in this order.
  enum Column: Int, CaseIterable {
    case number, id, title, alternativeTitle, authors, year, pages, language, cover, subjects
    case source, sourceKey, halfStars, started, finished, page, percent, added, review, notes
    case isbn, series, volume, format, copies

    /// The name in the table.
    var name: String {
      switch self {
      case .alternativeTitle: "alternative_title"
      case .sourceKey: "source_key"
      case .halfStars: "half_stars"
      default: "\(self)"
      }
    }
  }

  /// The columns that are read, for ``EntryRow``.
  static let list = Column.allCases.map(\.name).joined(separator: ", ")

  /// Inserts or replaces an owner's entry, and returns its number.
  static let upsert = {
    let names = Column.allCases.dropFirst().map(\.name)
    let columns = (["owner"] + names).joined(separator: ", ")
    let marks = (["owner"] + names).map { _ in "?" }.joined(separator: ", ")
    let changes = names.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return """
      INSERT INTO library_entries (\(columns)) VALUES (\(marks))
      ON CONFLICT (owner, id) DO UPDATE SET \(changes) RETURNING number
      """
  }()

  // MARK: Writing

  /// Returns the values for ``upsert`` of a bounded entry: the owner, then the columns.
  static func values(of entry: LibraryEntry, owner: String) throws(StorageError) -> [DatabaseValue]
  {
    let book = entry.book
    let progress = progress(entry.progress)
    return [
      .text(owner), DatabaseValue(entry.id), .text(book.title),
      DatabaseValue(book.alternativeTitle), .text(try json(book.authors)), DatabaseValue(book.year),
      DatabaseValue(book.pages), DatabaseValue(book.language), DatabaseValue(book.cover),
      .text(try subjects(of: book)), DatabaseValue(entry.reference?.source),
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
  static func row(
    _ row: any DatabaseRow, _ damage: RowDamageLog
  ) throws(StorageError) -> (number: Int, entry: LibraryEntry)? {
    let row = try EntryRow(row, damage)
    guard let entry = try row.entry() else { return nil }
    return (row.number, entry)
  }

  // MARK: Lists

  private static let none = "[]"
  /// The subjects of a copy that was made from a list.
  private static let unknown = "null"

  private static func subjects(of book: BookCopy) throws(StorageError) -> String {
    if book.isFromList == true, book.subjects.isEmpty { return unknown }
    return try json(book.subjects)
  }

  /// Returns the subjects in a column, and whether they are unknown; nil if it is unreadable.
  static func subjects(_ text: String) -> (list: [String], isUnknown: Bool)? {
    if text == unknown { return ([], true) }
    guard let list: [String] = items(text) else { return nil }
    return (list, false)
  }

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
