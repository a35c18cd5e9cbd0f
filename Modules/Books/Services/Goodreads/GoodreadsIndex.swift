import Catalogue
import Core
import Foundation
import Goodreads
import Services

/// Matches rows of a file with entries of a library.
///
/// Rows match by Goodreads' number of the edition, otherwise by ISBN, otherwise by title and
/// author. Two editions with different numbers are two books, and so are two volumes of a series
/// and two rows of one file that differ in title, author or year.
struct GoodreadsIndex {
  /// The identifying values of an entry besides its title.
  private struct Identity {
    var bookID = ""
    var isbn = ""
  }

  /// The identifying values of the row to which an entry belongs.
  private struct Claim {
    let line: Int
    let year: Int?
    let volume: String?

    init(_ row: GoodreadsRow) {
      line = row.line
      year = GoodreadsBook.year(row.value(.year).trimmed)
      volume = TitleSeries.volume(of: row.value(.title).trimmed)
    }

    init(line: Int, _ book: GoodreadsBook) {
      (self.line, year, volume) = (line, book.year, book.volume)
    }
  }

  let entries: [LibraryEntry.ID: LibraryEntry]
  /// The imported rows of the entries.
  let rows: [LibraryEntry.ID: ImportedRow]

  /// The volumes in the titles of the entries.
  private let volumes: [LibraryEntry.ID: String]
  private var identities: [LibraryEntry.ID: Identity] = [:]
  private var byBookID: [String: LibraryEntry.ID] = [:]
  private var byISBN: [String: [LibraryEntry.ID]] = [:]
  private var byTitle: [String: [LibraryEntry.ID]] = [:]
  private var claims: [LibraryEntry.ID: Claim] = [:]
  /// The entries of known rows, by line.
  private var reserved: [Int: LibraryEntry.ID] = [:]
  /// The entries by the hash of their imported row.
  private var byText: [Int: [LibraryEntry.ID]] = [:]
  /// The maximum number of candidates per key, because a file may have the same title ten thousand
  /// times.
  private static let maximumCandidates = 50
  /// The removed entries by the number of their edition.
  private var removedByBookID: [String: LibraryEntry.ID] = [:]
  /// The removed entries by their imported row.
  private var removedByText: [String: LibraryEntry.ID] = [:]
  private var parser = ImportedRowParser()
  private let shelfNames: [Shelf.ID: String]
  private let timeZone: TimeZone

  init(
    _ entries: [LibraryEntry], _ rows: [ImportedRow], shelfNames: [Shelf.ID: String],
    timeZone: TimeZone
  ) {
    (self.shelfNames, self.timeZone) = (shelfNames, timeZone)
    self.entries = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
    volumes = self.entries.compactMapValues { TitleSeries.volume(of: $0.book.title) }
    var kept: [LibraryEntry.ID: ImportedRow] = [:]
    for row in rows where self.entries[row.entry] != nil { kept[row.entry] = row }
    self.rows = kept
    for row in rows {
      // A cancelled task discards the result.
      if Task.isCancelled { break }
      let read = parser.row(row)
      let bookID = read.map(GoodreadsBook.bookID) ?? ""
      if kept[row.entry] == nil {
        removedByText[row.text] = row.entry
        if !bookID.isEmpty { removedByBookID[bookID] = row.entry }
        continue
      }
      Self.add(row.entry, to: &byText[Self.hash(row.text), default: []])
      guard let read else { continue }
      register(Identity(bookID: bookID, isbn: GoodreadsBook.isbn(read)), of: row.entry)
    }
    for entry in entries {
      guard let isbn = entry.book.isbn, identities[entry.id]?.isbn != isbn else { continue }
      Self.add(entry.id, to: &byISBN[isbn, default: []])
    }
    byTitle = titles()
  }

  /// Returns the identifier that the row's book had before it was removed, or nil: with it, undoing
  /// the removal finds the book that the file adds.
  func removedEntry(of book: GoodreadsBook, _ row: GoodreadsRow) -> LibraryEntry.ID? {
    let id = removedByBookID[book.bookID] ?? removedByText[row.text]
    return id.flatMap { claims[$0] == nil ? $0 : nil }
  }

  /// Parses a stored row; nil if it can't be read.
  mutating func row(_ kept: ImportedRow) -> GoodreadsRow? { parser.row(kept) }

  /// Reserves the entries of known rows, before the first match: a row that was skipped as a double
  /// must not take the entry of a later row when its file is imported again.
  mutating func reserve(_ rows: some Sequence<GoodreadsRow>) {
    var numbered: [(LibraryEntry.ID, Claim)] = []
    for row in rows {
      // A cancelled task discards the result.
      if Task.isCancelled { return }
      let before = byText[Self.hash(row.text)] ?? []
      if let same = before.first(where: { claims[$0] == nil && hasEqualRow($0, row) }) {
        reserve(same, Claim(row))
      } else if let same = byBookID[GoodreadsBook.bookID(row)] {
        numbered.append((same, Claim(row)))
      }
    }
    for (entry, claim) in numbered where claims[entry] == nil { reserve(entry, claim) }
  }

  private mutating func reserve(_ entry: LibraryEntry.ID, _ claim: Claim) {
    claims[entry] = claim
    reserved[claim.line] = entry
  }

  /// Returns the entry of a row, or nil for a new book. An entry of another row is returned only if
  /// there is no other.
  func match(_ book: GoodreadsBook, _ row: GoodreadsRow) -> LibraryEntry.ID? {
    if let own = reserved[row.line] { return own }
    if !book.bookID.isEmpty, let same = byBookID[book.bookID] { return same }
    if !book.isbn.isEmpty {
      let same = byISBN[book.isbn]?.filter { isPossible($0, book) } ?? []
      if let found = unclaimed(among: same, book, row) ?? same.first { return found }
    }
    let keys = Self.keys(book.title, book.authors.first, book.year, volume: book.volume)
    var seen: Set<LibraryEntry.ID> = []
    let same = keys.flatMap { byTitle[$0] ?? [] }
      .filter { seen.insert($0).inserted && isPossible($0, book) }
    return unclaimed(among: same, book, row)
      ?? same.first { claimedRowHasYearAndVolume($0, of: book) }
  }

  /// Returns the best of the entries that belong to no row, or nil if there is none.
  private func unclaimed(
    among candidates: [LibraryEntry.ID], _ book: GoodreadsBook, _ row: GoodreadsRow
  ) -> LibraryEntry.ID? {
    let free = candidates.filter { claims[$0] == nil }
    guard free.count > 1 else { return free.first }
    return free.first { wouldExportUnchanged($0, row, book) }
      ?? free.first { hasYearAndVolume($0, of: book) } ?? free.first
  }

  /// Returns whether an entry's imported row equals this row.
  private func hasEqualRow(_ entry: LibraryEntry.ID, _ row: GoodreadsRow) -> Bool {
    rows[entry]?.says(header: row.header.text, text: row.text) ?? false
  }

  /// Returns whether an entry has the book's year and volume.
  private func hasYearAndVolume(_ entry: LibraryEntry.ID, of book: GoodreadsBook) -> Bool {
    guard let known = entries[entry]?.book else { return false }
    return known.year == book.year
      && volumes[entry] ?? known.volume == book.volume
  }

  /// Returns whether the row to which an entry belongs has the book's year and volume: then the book's row is a
  /// double of it.
  private func claimedRowHasYearAndVolume(
    _ entry: LibraryEntry.ID, of book: GoodreadsBook
  ) -> Bool {
    guard let claim = claims[entry] else { return false }
    return claim.year == book.year && claim.volume == book.volume
  }

  /// Returns whether an export would write the row unchanged for an entry.
  private func wouldExportUnchanged(
    _ entry: LibraryEntry.ID, _ row: GoodreadsRow, _ book: GoodreadsBook
  ) -> Bool {
    guard let entry = entries[entry] else { return false }
    return GoodreadsComparison(entry, row, book, shelfNames: shelfNames, timeZone: timeZone)
      .exportsUnchanged
  }

  /// Returns whether an entry may be the same edition. The ISBN of its row or of the reader's copy
  /// is enough, unless another row was matched with it.
  private func isPossible(_ entry: LibraryEntry.ID, _ book: GoodreadsBook) -> Bool {
    let known = identities[entry]
    if let known, !known.bookID.isEmpty, !book.bookID.isEmpty { return false }
    if claims[entry] == nil, !book.isbn.isEmpty,
      known?.isbn == book.isbn || entries[entry]?.book.isbn == book.isbn
    {
      return true
    }
    guard isPossibleVolume(entry, book) else { return false }
    guard let known else { return true }
    return known.isbn.isEmpty || book.isbn.isEmpty || known.isbn == book.isbn
  }

  /// Returns whether an entry may be the volume in the book's title. An entered volume is compared
  /// only if it is a number, because readers write `Book 1`, too.
  private func isPossibleVolume(_ entry: LibraryEntry.ID, _ book: GoodreadsBook) -> Bool {
    guard let volume = book.volume else { return true }
    let known = entries[entry]?.book
    if let own = known == nil ? claims[entry]?.volume : volumes[entry] { return own == volume }
    guard let number = known?.volume.flatMap({ Double($0) }) else { return true }
    return book.volumeNumbers.contains(number)
  }

  private func titles() -> [String: [LibraryEntry.ID]] {
    // In a deterministic order.
    entries.values.sorted { $0.id.rawValue < $1.id.rawValue }.reduce(into: [:]) { titles, entry in
      let name = entry.book.authors.first?.name
      // A cancelled task discards the result.
      if Task.isCancelled { return }
      let (year, volume) = (entry.book.year, entry.book.volume)
      var keys: Set<String> = []
      // In most files a comma separates two names.
      for author in Set([name, name.flatMap { AuthorNames.list($0).first }]) {
        keys.formUnion(
          Self.keys(entry.book.title, author, year, volume: volumes[entry.id] ?? volume))
        if let other = entry.book.alternativeTitle {
          let own = TitleSeries.volume(of: other) ?? volume
          keys.formUnion(Self.keys(other, author, year, volume: own))
        }
      }
      for key in keys { Self.add(entry.id, to: &titles[key, default: []]) }
    }
  }

  /// Returns the line of the row to which an entry belongs, or nil.
  func claimedLine(of entry: LibraryEntry.ID) -> Int? { claims[entry]?.line }

  /// Records the match of a row with an entry.
  mutating func claim(_ entry: LibraryEntry, by row: GoodreadsRow, _ book: GoodreadsBook) {
    claims[entry.id] = Claim(line: row.line, book)
    register(Identity(bookID: book.bookID, isbn: book.isbn), of: entry.id)
    guard entries[entry.id] == nil else { return }
    for key in Self.keys(book.title, book.authors.first, book.year, volume: book.volume) {
      Self.add(entry.id, to: &byTitle[key, default: []])
    }
  }

  private static func add(_ entry: LibraryEntry.ID, to candidates: inout [LibraryEntry.ID]) {
    if candidates.count < maximumCandidates { candidates.append(entry) }
  }

  private mutating func register(_ identity: Identity, of entry: LibraryEntry.ID) {
    identities[entry] = identity
    if !identity.bookID.isEmpty { byBookID[identity.bookID] = entry }
    if !identity.isbn.isEmpty { Self.add(entry, to: &byISBN[identity.isbn, default: []]) }
  }
}
