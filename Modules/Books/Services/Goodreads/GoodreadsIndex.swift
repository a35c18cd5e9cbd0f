import Catalogue
import Goodreads
import Services

/// Finds the entry of a library that a row of a file is about.
///
/// By Goodreads' number of the edition, otherwise by ISBN, otherwise by title and author. Two editions
/// with different numbers are two books, whatever else they share, and so are two volumes of a series
/// and two rows of one file that differ in title, author or year.
struct GoodreadsIndex {
  let entries: [LibraryEntry.ID: LibraryEntry]
  /// What files said of the entries the last time.
  let rows: [LibraryEntry.ID: ImportedRow]
  /// The entries of rows whose entries are not there any more.
  let strayRows: [LibraryEntry.ID]

  /// What is known of an entry beside its title.
  private struct Identity {
    var bookID = ""
    var isbn = ""
  }

  private var identities: [LibraryEntry.ID: Identity] = [:]
  private var byBookID: [String: LibraryEntry.ID] = [:]
  private var byISBN: [String: [LibraryEntry.ID]] = [:]
  /// Made when it is needed first: most files have numbers.
  private var byTitle: [String: [LibraryEntry.ID]]?
  /// What a row that has claimed an entry says of which book it is.
  private struct Claim {
    let line: Int
    let year: Int?
    let volume: String?
  }

  private var claims: [LibraryEntry.ID: Claim] = [:]
  /// By what a file said of them the last time, as a hash.
  private var byText: [Int: [LibraryEntry.ID]] = [:]
  /// How many entries of one key are looked at: a file may hold the same title ten thousand times.
  private static let maximumCandidates = 50
  private var headers: [String: GoodreadsHeader] = [:]
  private let shelfNames: [Shelf.ID: String]

  init(_ entries: [LibraryEntry], _ rows: [ImportedRow], shelfNames: [Shelf.ID: String]) {
    self.shelfNames = shelfNames
    self.entries = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
    var kept: [LibraryEntry.ID: ImportedRow] = [:]
    var strays: [LibraryEntry.ID] = []
    for row in rows {
      if self.entries[row.entry] == nil { strays.append(row.entry) } else { kept[row.entry] = row }
    }
    self.rows = kept
    strayRows = strays
    for row in rows where kept[row.entry] != nil {
      // Whoever has cancelled throws away what was found.
      if Task.isCancelled { break }
      Self.add(row.entry, to: &byText[Self.hash(row.text), default: []])
      if headers[row.header] == nil { headers[row.header] = GoodreadsHeader(row.header) }
      guard let read = self.row(row) else { continue }
      note(
        row.entry,
        Identity(bookID: GoodreadsBook.bookID(read), isbn: GoodreadsBook.isbn(read)))
    }
  }

  /// Reads a row that was kept; nil where it can't be read any more.
  func row(_ kept: ImportedRow) -> GoodreadsRow? {
    headers[kept.header].flatMap { kept.row($0) }
  }

  /// The entry that a row is about, or nil for a new book. One that another row of the file is about
  /// is given only where there is no other.
  mutating func match(_ book: GoodreadsBook, _ row: GoodreadsRow) -> LibraryEntry.ID? {
    // What a file said before is about the same book as then.
    let before = byText[Self.hash(row.text)] ?? []
    if let same = before.first(where: { claims[$0] == nil && says($0, row) }) { return same }
    if !book.bookID.isEmpty, let same = byBookID[book.bookID] { return same }
    if !book.isbn.isEmpty {
      let same = byISBN[book.isbn]?.filter { isPossible($0, book) } ?? []
      if let found = best(of: same, book, row) ?? same.first { return found }
    }
    let titles = byTitle ?? titles()
    byTitle = titles
    let keys = Self.keys(book.title, book.authors.first, book.year)
    var seen: Set<LibraryEntry.ID> = []
    let same = keys.flatMap { titles[$0] ?? [] }
      .filter { seen.insert($0).inserted && isPossible($0, book) }
    return best(of: same, book, row) ?? same.first { isDouble($0, book) }
  }

  private static func hash(_ text: String) -> Int {
    var (text, hasher) = (text, Hasher())
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    return hasher.finalize()
  }

  /// The keys under which a book is looked for: with its volume and its year, by which each of
  /// hundreds of volumes is found, and without them.
  private static func keys(_ title: String, _ author: String?, _ year: Int?) -> [String] {
    let key = GoodreadsBook.key(title: title, author: author)
    let volume = GoodreadsBook.volume(of: title) ?? ""
    return ["\(key)\u{0}\(volume)\u{0}\(year.map(String.init) ?? "")", key]
  }

  /// The entry that says the same already, otherwise one of those that no row has claimed.
  private func best(
    of candidates: [LibraryEntry.ID], _ book: GoodreadsBook, _ row: GoodreadsRow
  ) -> LibraryEntry.ID? {
    let free = candidates.filter { claims[$0] == nil }
    if let same = free.first(where: { says($0, row) }) { return same }
    guard free.count > 1 else { return free.first }
    return free.first { isSame($0, row) } ?? free.first { isTwin($0, book) } ?? free.first
  }

  /// Whether a file said just that of an entry the last time.
  private func says(_ entry: LibraryEntry.ID, _ row: GoodreadsRow) -> Bool {
    rows[entry]?.says(header: row.header.text, text: row.text) ?? false
  }

  /// Whether an entry has the book's year, and its volume of a series.
  private func isTwin(_ entry: LibraryEntry.ID, _ book: GoodreadsBook) -> Bool {
    guard let known = entries[entry]?.book else { return false }
    return known.year == book.year
      && GoodreadsBook.volume(of: known.title) == GoodreadsBook.volume(of: book.title)
  }

  /// Whether the row that has claimed an entry says nothing else of which book it is.
  private func isDouble(_ entry: LibraryEntry.ID, _ book: GoodreadsBook) -> Bool {
    guard let claim = claims[entry] else { return false }
    return claim.year == book.year && claim.volume == GoodreadsBook.volume(of: book.title)
  }

  /// Whether an entry would be written as the row stands.
  private func isSame(_ entry: LibraryEntry.ID, _ row: GoodreadsRow) -> Bool {
    entries[entry].map { GoodreadsComparison($0, row, shelfNames: shelfNames).isSame } ?? false
  }

  /// Whether nothing that is known of an entry says that it is another edition.
  private func isPossible(_ entry: LibraryEntry.ID, _ book: GoodreadsBook) -> Bool {
    let volume = entries[entry].map { GoodreadsBook.volume(of: $0.book.title) }
    if let volume = volume ?? claims[entry]?.volume,
      let other = GoodreadsBook.volume(of: book.title), volume != other
    {
      return false
    }
    guard let known = identities[entry] else { return true }
    if !known.bookID.isEmpty, !book.bookID.isEmpty { return false }
    return known.isbn.isEmpty || book.isbn.isEmpty || known.isbn == book.isbn
  }

  private func titles() -> [String: [LibraryEntry.ID]] {
    // In an order that is the same every time.
    entries.values.sorted { $0.id.rawValue < $1.id.rawValue }.reduce(into: [:]) { titles, entry in
      // As it is read from a file, where a comma parts two names.
      let author = entry.book.authors.first.flatMap { GoodreadsText.list($0.name).first }
      // Whoever has cancelled throws away what was found.
      if Task.isCancelled { return }
      var keys = Self.keys(entry.book.title, author, entry.book.year)
      if let other = entry.book.alternativeTitle {
        keys += Self.keys(other, author, entry.book.year)
      }
      for key in Set(keys) { Self.add(entry.id, to: &titles[key, default: []]) }
    }
  }

  /// The line of the file that was about an entry before, or nil.
  func claimedLine(of entry: LibraryEntry.ID) -> Int? { claims[entry]?.line }

  /// Notes that a row is about an entry.
  mutating func claim(_ entry: LibraryEntry, by row: GoodreadsRow, _ book: GoodreadsBook) {
    claims[entry.id] = Claim(
      line: row.line, year: book.year, volume: GoodreadsBook.volume(of: book.title))
    note(entry.id, Identity(bookID: book.bookID, isbn: book.isbn))
    guard entries[entry.id] == nil else { return }
    for key in Self.keys(book.title, book.authors.first, book.year) {
      var candidates = byTitle?[key] ?? []
      Self.add(entry.id, to: &candidates)
      byTitle?[key] = candidates
    }
  }

  private static func add(_ entry: LibraryEntry.ID, to candidates: inout [LibraryEntry.ID]) {
    if candidates.count < maximumCandidates { candidates.append(entry) }
  }

  private mutating func note(_ entry: LibraryEntry.ID, _ identity: Identity) {
    identities[entry] = identity
    if !identity.bookID.isEmpty { byBookID[identity.bookID] = entry }
    if !identity.isbn.isEmpty { Self.add(entry, to: &byISBN[identity.isbn, default: []]) }
  }
}
