import Catalogue
import Files
import Services
import Foundation
import Goodreads

/// What bringing a Goodreads file into a library changes: made as a whole before anything is changed.
///
/// What the app has stays, and what it lacks is filled from the file. What a reader took away in the
/// app does not come back from a row that has come before: only what is new in a row is taken. Where a
/// row says something else than what stays, it is noted for the reader.
struct GoodreadsPlan {
  /// The numbers of the report.
  struct Counts {
    var added = 0
    var completed = 0
    var unchanged = 0
    var unread = 0
    /// The rows that say something else than the library, and how often they do.
    var differing = 0
    var differences = 0
  }

  /// How many differences are listed.
  static let maximumDifferences = 5000

  private(set) var entries: [LibraryEntry] = []
  private(set) var rows: [ImportedRow] = []
  private(set) var newShelves: [Shelf] = []
  private(set) var counts = Counts()
  /// Where rows say something else than the library, in the order of the file.
  private(set) var differences: [TransferReport.Difference] = []
  /// The rows of books that were removed: they are as if they had never come.
  private let strayRows: [LibraryEntry.ID]

  private var index: GoodreadsIndex
  private var shelves: [String: Shelf.ID]
  private var shelfNames: [Shelf.ID: String]
  private var shelfCount: Int
  private var nextPosition: Int
  private let identifiers: any IdentifierSource
  private let now: Date

  /// Reads what a library has.
  init(
    _ records: any LibraryRecords, identifiers: any IdentifierSource, now: Date
  ) throws(StorageError) {
    self.identifiers = identifiers
    self.now = now
    let own = try records.ownShelves()
    shelves = Dictionary(own.map { (GoodreadsShelves.key($0.name), $0.id) }) { first, _ in first }
    shelfNames = Dictionary(own.map { ($0.id, $0.name) }) { first, _ in first }
    shelfCount = own.count
    let rows = try records.importedRows()
    nextPosition = (rows.map(\.position).max() ?? 0) + 1
    index = GoodreadsIndex(try records.allEntries(), rows, shelfNames: shelfNames)
    strayRows = index.strayRows
  }

  /// Takes in a row, or says why not.
  mutating func take(_ row: GoodreadsRow) throws(GoodreadsRejection) {
    let book = GoodreadsBook(row)
    try Self.check(book)
    let known = index.match(book, row)
    if let known, let line = index.claimedLine(of: known) { throw .double(line: line) }
    let names = book.ownShelves.filter { shelves[GoodreadsShelves.key($0)] == nil }
    guard shelfCount + names.count <= GoodreadsShelves.maximumCount else { throw .tooManyShelves }
    if let known, let entry = index.entries[known] {
      merge(book, row, into: entry)
    } else {
      add(book, row)
    }
    counts.unread += book.unreadCount
  }

  private static func check(_ book: GoodreadsBook) throws(GoodreadsRejection) {
    guard book.title.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
      throw .noTitle
    }
    guard book.title.utf8.count <= 10_000 else { throw .longTitle }
    guard book.authors.count <= 500, book.authors.allSatisfy({ $0.utf8.count <= 10_000 }) else {
      throw .longAuthors
    }
    guard book.ownShelves.count <= GoodreadsShelves.maximumCountOfBook else {
      throw .tooManyShelves
    }
  }

  private mutating func add(_ book: GoodreadsBook, _ row: GoodreadsRow) {
    // The file knows the day alone: of one day, what stands first in it is first on a shelf.
    let added = (book.added?.noon ?? now).addingTimeInterval(Double(-entries.count) / 1000)
    var entry = LibraryEntry(
      id: LibraryEntry.ID(identifiers.next("entry")),
      book: BookCopy(
        title: book.title, authors: book.authors.map { AuthorName(name: $0) }, year: book.year,
        pages: book.pages),
      shelves: Set(book.ownShelves.map { shelf(named: $0) }),
      added: added)
    if let standard = book.standardShelf { entry.shelves.insert(standard) }
    entry.rating = book.rating
    entry.finished = book.finished
    entry.review = book.review
    entry.notes = book.notes
    entries.append(entry)
    keep(row, for: entry, position: nil)
    index.claim(entry, by: row, book)
    counts.added += 1
  }

  private mutating func merge(
    _ book: GoodreadsBook, _ row: GoodreadsRow, into old: LibraryEntry
  ) {
    let kept = index.rows[old.id]
    index.claim(old, by: row, book)
    if let kept, kept.says(header: row.header.text, text: row.text) {
      counts.unchanged += 1
      note(old, row)
      return
    }
    var entry = old
    let before = kept.flatMap { index.row($0) }.map(GoodreadsBook.init)
    let missing = book.ownShelves.filter { name in
      before.map { !$0.ownShelves.contains(name) } ?? true
    }
    for name in missing { entry.shelves.insert(shelf(named: name)) }
    entry.fill(from: book, before: before)
    if entry != old { entries.append(entry) }
    counts.completed += entry == old ? 0 : 1
    counts.unchanged += entry == old ? 1 : 0
    keep(row, for: entry, position: kept?.position)
    note(entry, row)
  }

  /// Notes where a row says something else than an entry that stays.
  private mutating func note(_ entry: LibraryEntry, _ row: GoodreadsRow) {
    let comparison = GoodreadsComparison(entry, row, shelfNames: shelfNames)
    counts.unread += comparison.hasHiddenDay ? 1 : 0
    let found = comparison.differences
    if found.isEmpty { return }
    counts.differing += 1
    counts.differences += found.count
    let room = Self.maximumDifferences - differences.count
    differences += found.prefix(room).map { difference in
      difference.reported(of: entry, line: row.line)
    }
  }

  private mutating func keep(_ row: GoodreadsRow, for entry: LibraryEntry, position: Int?) {
    rows.append(
      ImportedRow(
        entry: entry.id, position: position ?? nextPosition, header: row.header.text,
        text: row.text))
    if position == nil { nextPosition += 1 }
  }

  private mutating func shelf(named name: String) -> Shelf.ID {
    let key = GoodreadsShelves.key(name)
    if let id = shelves[key] { return id }
    let shelf = Shelf(id: Shelf.ID(identifiers.next("shelf")), name: name)
    shelves[key] = shelf.id
    shelfNames[shelf.id] = name
    shelfCount += 1
    newShelves.append(shelf)
    return shelf.id
  }

  /// Makes the changes.
  ///
  /// - Parameter progress: is told from time to time which part was made.
  func apply(
    to records: any LibraryRecords, progress: (Double) -> Void
  ) throws(StorageError) {
    try records.removeImportedRows(of: strayRows)
    for shelf in newShelves { try records.save(shelf) }
    for (number, entry) in entries.enumerated() {
      try records.save(entry)
      if number % 500 == 499 { progress(Double(number) / Double(entries.count)) }
    }
    try records.save(rows)
  }
}

extension LibraryEntry {
  /// Takes what this entry lacks from a file.
  ///
  /// - Parameter before: what the file said the last time, if there was one: what it said then was
  ///   taken then, and is not missing but was taken away.
  fileprivate mutating func fill(from file: GoodreadsBook, before: GoodreadsBook?) {
    func isNew<Value: Equatable>(_ part: KeyPath<GoodreadsBook, Value>) -> Bool {
      before.map { $0[keyPath: part] != file[keyPath: part] } ?? true
    }
    if isNew(\.authors) { addAuthors(of: file, before: before) }
    if book.year == nil, isNew(\.year) { book.year = file.year }
    if book.pages == nil, isNew(\.pages) { book.pages = file.pages }
    if rating == nil, isNew(\.rating) { rating = file.rating }
    if review.isEmpty, isNew(\.review) { review = file.review }
    if notes.isEmpty, isNew(\.notes) { notes = file.notes }
    if finished == nil, isNew(\.finished), let day = file.finished,
      started.map({ $0 <= day }) ?? true
    {
      finished = day
    }
    // A reader who took a book off the three shelves in the app has it on own ones only.
    if standardShelf == nil, isNew(\.standardShelf), let shelf = file.standardShelf {
      shelves.insert(shelf)
    }
  }
}

extension LibraryEntry {
  /// Takes the authors that stand behind those that the entry has.
  fileprivate mutating func addAuthors(of file: GoodreadsBook, before: GoodreadsBook?) {
    let names = book.authors.map { FoldedText($0.name).bytes }
    guard file.authors.map({ FoldedText($0).bytes }).starts(with: names) else { return }
    book.authors += file.authors.dropFirst(names.count)
      .filter { before?.authors.contains($0) != true }.map { AuthorName(name: $0) }
  }
}

extension CalendarDate {
  /// The middle of the day, UTC: the same day nearly everywhere.
  var noon: Date { Date(timeIntervalSince1970: Double(daysSince1970) * 86_400 + 43_200) }

  /// The day on which a time falls, UTC.
  init(utc date: Date) {
    let days = (date.timeIntervalSince1970 / 86_400).rounded(.down)
    // What is no number of days is brought inside the calendar as it is.
    self.init(daysSince1970: Int(exactly: days) ?? (days > 0 ? .max : .min))
  }
}
