import Catalogue
import Files
import Services

/// A row of ``LibraryColumns/list``.
struct EntryRow {
  typealias Column = LibraryColumns.Column

  /// The number of the entry in its table.
  let number: Int
  private let row: NamedColumns<Column>
  private let damage: RowDamageLog

  init(_ row: any DatabaseRow, _ damage: RowDamageLog) throws(StorageError) {
    (self.row, self.damage) = (NamedColumns(row), damage)
    number = try self.row.number(.number)
  }

  /// Returns the entry's identifier.
  func id() throws(StorageError) -> LibraryEntry.ID { LibraryEntry.ID(try row.string(.id)) }

  /// Returns the entry, without its shelves and history; nil if it is unreadable.
  ///
  /// A number out of range is left out.
  func entry() throws(StorageError) -> LibraryEntry? {
    let id = try id()
    if id.rawValue.isRepaired {
      note("the identifier can't be read; it was skipped")
      return nil
    }
    guard let book = try book() else { return nil }
    var reference: CatalogueReference?
    if let source = row.text(.source), let key = row.text(.sourceKey) {
      reference = CatalogueReference(source: source, key: key)
    }
    if let time = row.real(.added), !DatabaseValue.times.contains(time) {
      note("the time is out of range and was clamped")
    }
    var entry = LibraryEntry(
      id: id, book: book, reference: reference, shelves: [], added: try row.time(.added))
    entry.rating = bounded(.halfStars, EntryBounds.halfStars, "rating").flatMap {
      Rating(halves: $0)
    }
    entry.started = day(.started, "first day")
    entry.finished = day(.finished, "last day")
    entry.progress =
      bounded(.page, EntryBounds.pages, "page").map { .page($0) }
      ?? bounded(.percent, EntryBounds.percent, "percentage").map { .percent($0) }
    entry.review = try row.string(.review)
    entry.notes = try row.string(.notes)
    return entry
  }

  /// Returns the copy of the book; nil if it is unreadable.
  private func book() throws(StorageError) -> BookCopy? {
    guard let authors: [AuthorName] = LibraryColumns.items(try row.string(.authors)),
      let subjects = LibraryColumns.subjects(try row.string(.subjects))
    else {
      note("the authors or subjects can't be read; it was skipped")
      return nil
    }
    var book = BookCopy(
      title: try row.string(.title), alternativeTitle: row.text(.alternativeTitle),
      authors: authors, year: bounded(.year, EntryBounds.year, "year"),
      pages: bounded(.pages, BookBounds.pages, "pages"),
      language: row.text(.language),
      cover: bounded(.cover, EntryBounds.cover, "cover"), subjects: subjects.list,
      isbn: row.text(.isbn).flatMap { ISBN(searching: $0)?.digits },
      series: EntryBounds.name(row.text(.series), EntryBounds.seriesLength),
      volume: EntryBounds.name(row.text(.volume), EntryBounds.volumeLength),
      format: EntryBounds.name(row.text(.format), EntryBounds.formatLength),
      copies: bounded(.copies, EntryBounds.copies, "number of copies"))
    if subjects.isUnknown { book.isFromList = true }
    return book
  }

  private func day(_ column: Column, _ name: String) -> CalendarDate? {
    bounded(column, EntryBounds.day, name).map { CalendarDate(daysSince1970: $0) }
  }

  /// Returns the number in a column; nil if it is null or out of range.
  private func bounded(_ column: Column, _ bounds: ClosedRange<Int>, _ name: String) -> Int? {
    guard let value = row.integer(column) else { return nil }
    if bounds.contains(value) { return value }
    note("the \(name) is out of range and was left out")
    return nil
  }

  private func note(_ finding: String) { damage.note(finding, in: "book \(number)") }
}

extension String {
  /// Whether it has a character that a database returns in place of bytes that aren't UTF-8. No identifier of the app
  /// has one, and a row is not found by it.
  var isRepaired: Bool { unicodeScalars.contains("\u{FFFD}") }
}
