import Catalogue
import Core
import Files
import Services
import Foundation
import Goodreads

/// The changes of a Goodreads import, planned completely before the first change.
///
/// Values in the app are kept, and missing ones are filled from the file. A value that the reader
/// removed does not come back from a known row: only new values of a row are used. Differences
/// between a row and kept values are recorded for the reader.
struct GoodreadsPlan {
  /// A value that is kept but not shown.
  struct UnshownValue: Sendable {
    let line: Int
    let title: String
    let value: GoodreadsBook.Unrecognized
  }

  /// The maximum number of listed differences, and of values that are not shown.
  static let maximumDifferences = 5000

  private(set) var entries: [LibraryEntry] = []
  private(set) var rows: [ImportedRow] = []
  private(set) var newShelves: [Shelf] = []
  private(set) var counts = GoodreadsCounts()
  /// The differences between rows and the library, in the order of the file.
  private(set) var differences: [TransferReport.Difference] = []
  /// The values that are not shown, in the order of the file.
  private(set) var unshown: [UnshownValue] = []

  private var index: GoodreadsIndex
  private var shelves: [String: Shelf.ID]
  private var shelfNames: [Shelf.ID: String]
  private var shelfCount: Int
  private var nextPosition: Int
  private let identifiers: any IdentifierSource
  private let now: Date
  private let timeZone: TimeZone

  /// Reads the library.
  init(
    _ records: any LibraryRecords, identifiers: any IdentifierSource, now: Date,
    timeZone: TimeZone
  ) throws(StorageError) {
    self.identifiers = identifiers
    self.now = now
    self.timeZone = timeZone
    let own = try records.ownShelves()
    shelves = Dictionary(own.map { (GoodreadsShelves.key($0.name), $0.id) }) { first, _ in first }
    shelfNames = Dictionary(own.map { ($0.id, $0.name) }) { first, _ in first }
    shelfCount = own.count
    let rows = try records.importedRows()
    nextPosition = (rows.map(\.position).max() ?? 0) + 1
    let all = try records.allEntries()
    index = GoodreadsIndex(
      all, try Self.matchable(rows, all, records), shelfNames: shelfNames, timeZone: timeZone)
  }

  /// Returns the rows without those of entries that can't be read: a book of the file gets the identifier of a removed
  /// entry, and would replace an entry that can't be read.
  private static func matchable(
    _ rows: [ImportedRow], _ entries: [LibraryEntry], _ records: any LibraryRecords
  ) throws(StorageError) -> [ImportedRow] {
    guard try records.count() != entries.count else { return rows }
    let readable = Set(entries.map(\.id))
    var matchable: [ImportedRow] = []
    for row in rows {
      if !readable.contains(row.entry), try records.isUnreadable(row.entry) { continue }
      matchable.append(row)
    }
    return matchable
  }

  /// Reserves the entries of the rows that are known, before the first row is added.
  mutating func reserve(_ file: GoodreadsFile) {
    if index.entries.isEmpty { return }
    index.reserve((0..<file.count).lazy.compactMap { try? file.row(at: $0) })
  }

  /// Adds a row to the plan, or throws the reason for its rejection.
  mutating func add(_ row: GoodreadsRow) throws(GoodreadsRejection) {
    let book = GoodreadsBook(row)
    try Self.check(book)
    let known = index.match(book, row)
    if let known, let line = index.claimedLine(of: known), line != row.line {
      throw .double(line: line)
    }
    if let known, let entry = index.entries[known] {
      try merge(book, row, into: entry)
    } else {
      try checkRoom(for: book.ownShelves)
      add(book, row)
    }
    counts.unshown += book.unrecognized.count
    let room = Self.maximumDifferences - unshown.count
    unshown += book.unrecognized.prefix(room).map { value in
      UnshownValue(line: row.line, title: book.title, value: value)
    }
  }

  private static func check(_ book: GoodreadsBook) throws(GoodreadsRejection) {
    let size = EntryBounds.maximumNameSize
    guard book.title.utf8.count <= size else { throw .longTitle }
    guard book.authors.count <= EntryBounds.maximumNames,
      book.authors.allSatisfy({ $0.utf8.count <= size })
    else { throw .longAuthors }
    guard book.ownShelves.count <= GoodreadsShelves.maximumCountOfBook else {
      throw .tooManyShelves
    }
  }

  /// Checks that there is room for the shelves among these that the library does not have yet.
  private func checkRoom(for names: [String]) throws(GoodreadsRejection) {
    let new = names.count { shelves[GoodreadsShelves.key($0)] == nil }
    let maximum = GoodreadsShelves.maximumCount
    guard new == 0 || shelfCount + new <= maximum else {
      throw .tooManyShelvesInLibrary(maximum: maximum)
    }
  }

  private mutating func add(_ book: GoodreadsBook, _ row: GoodreadsRow) {
    // The file has only days: books of one day keep the file's order on a shelf.
    let added = (book.added?.addedTime ?? now).addingTimeInterval(Double(-entries.count) / 1000)
    var entry = LibraryEntry(
      id: index.removedEntry(of: book, row) ?? LibraryEntry.ID(identifiers.next("entry")),
      book: BookCopy(
        title: book.title, authors: book.authors.map { AuthorName(name: $0) }, year: book.year,
        pages: book.pages, isbn: book.isbn.isEmpty ? nil : book.isbn, series: book.series?.name,
        volume: book.series?.volume, format: book.format, copies: book.copies),
      shelves: Set(book.ownShelves.map { shelf(named: $0) }),
      added: added)
    if let standard = book.standardShelf { entry.shelves.insert(standard) }
    entry.rating = book.rating
    entry.finished = book.finished
    if book.wasReadBefore { entry.readings = [PastReading(finished: nil)] }
    entry.review = book.review
    entry.notes = book.notes
    entries.append(entry)
    keep(row, nil, for: entry, position: nil)
    index.claim(entry, by: row, book)
    counts.added += 1
  }

  private mutating func merge(
    _ book: GoodreadsBook, _ row: GoodreadsRow, into old: LibraryEntry
  ) throws(GoodreadsRejection) {
    let kept = index.rows[old.id]
    if let kept, kept.says(header: row.header.text, text: row.text) {
      index.claim(old, by: row, book)
      counts.unchanged += 1
      recordDifferences(of: row, book, from: old)
      return
    }
    var entry = old
    let keptRow = kept.flatMap { index.row($0) }
    // A file with fewer columns says nothing about the others.
    let updated = try keptRow?.updated(by: row)
    let before = keptRow.map(GoodreadsBook.init)
    let missing = book.ownShelves.filter { name in
      before.map { !$0.ownShelves.contains(name) } ?? true
    }
    try checkRoom(for: missing)
    index.claim(old, by: row, book)
    for name in missing { entry.shelves.insert(shelf(named: name)) }
    entry.fill(from: book, before: before)
    if entry != old { entries.append(entry) }
    counts.completed += entry == old ? 0 : 1
    counts.unchanged += entry == old ? 1 : 0
    keep(row, updated, for: entry, position: kept?.position)
    recordDifferences(of: row, book, from: entry)
  }

  /// Records the differences between a row and a kept entry.
  private mutating func recordDifferences(
    of row: GoodreadsRow, _ book: GoodreadsBook, from entry: LibraryEntry
  ) {
    let found = GoodreadsComparison(
      entry, row, book, shelfNames: shelfNames, timeZone: timeZone
    ).differences
    if found.isEmpty { return }
    counts.differing += 1
    counts.differences += found.count
    let room = Self.maximumDifferences - differences.count
    differences += found.prefix(room).map { difference in
      difference.reported(of: entry, line: row.line)
    }
  }

  /// Keeps a row, or what it makes of the row before.
  private mutating func keep(
    _ row: GoodreadsRow, _ updated: (header: String, text: String)?, for entry: LibraryEntry,
    position: Int?
  ) {
    rows.append(
      ImportedRow(
        entry: entry.id, position: position ?? nextPosition,
        header: updated?.header ?? row.header.text, text: updated?.text ?? row.text))
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

  /// Applies the changes.
  ///
  /// - Parameter progress: is called repeatedly with the completed fraction.
  func apply(
    to records: any LibraryRecords, progress: (Double) -> Void
  ) throws(StorageError) {
    for shelf in newShelves { try records.save(shelf) }
    for (number, entry) in entries.enumerated() {
      try records.save(entry)
      if number % 500 == 499 { progress(Double(number) / Double(entries.count)) }
    }
    try records.save(rows)
  }
}

extension CalendarDate {
  /// The time for a file's date: 10:30 UTC is on that day from UTC-10 (with room for the milliseconds by which the
  /// books of a file differ) to UTC+13.
  var addedTime: Date { Date(timeIntervalSince1970: Double(daysSince1970) * 86_400 + 37_800) }
}
