import Catalogue
import Core
import Goodreads
import Services

/// What a row of a file says, beside what the library has of the same book.
struct GoodreadsComparison {
  /// A column of a row that says something else than the library.
  struct Difference: Hashable {
    /// The column.
    let column: GoodreadsColumn
    /// What stands in it.
    let said: String
    /// What the library has, as it would be written there; empty for nothing.
    let kept: String
  }

  /// What the columns say that an export does not write as they stand in the row.
  private(set) var changed: [GoodreadsColumn: String] = [:]
  /// Whether the row's day of the end is kept, and not shown because reading began again.
  private(set) var hasHiddenDay = false
  private let entry: LibraryEntry
  private let row: GoodreadsRow?

  /// Compares an entry with what a file said of it; with nothing, all of it is the entry's.
  init(_ entry: LibraryEntry, _ row: GoodreadsRow?, shelfNames: [Shelf.ID: String]) {
    (self.entry, self.row) = (entry, row)
    let old = row.map(GoodreadsBook.init)
    compareBook(old)
    compareReading(old)
    let own = entry.shelves.compactMap { shelfNames[$0] }
    let isSame =
      old.map { old in
        old.standardShelf == entry.standardShelf
          && Set(old.ownShelves.map(GoodreadsShelves.key)) == Set(own.map(GoodreadsShelves.key))
      } ?? false
    if !isSame {
      (changed[.shelves], changed[.shelfPositions], changed[.exclusiveShelf]) =
        GoodreadsShelves.columns(standard: entry.standardShelf, own: own, old: row)
    }
    if row == nil {
      // As Goodreads writes a book without a number, which spreadsheets read as text.
      (changed[.isbn], changed[.isbn13]) = ("=\"\"", "=\"\"")
      changed[.readCount] = entry.standardShelf == .read ? "1" : "0"
      changed[.ownedCopies] = "0"
    }
  }

  private mutating func compareBook(_ old: GoodreadsBook?) {
    let book = entry.book
    if old?.title != book.title { changed[.title] = book.title }
    compareAuthors()
    if old?.year != book.year { changed[.year] = book.year.map(String.init) ?? "" }
    if old?.pages != book.pages { changed[.pages] = book.pages.map(String.init) ?? "" }
  }

  /// The first author has a column of their own, and the others share one.
  private mutating func compareAuthors() {
    let names = entry.book.authors.map(\.name)
    let first = GoodreadsText.list(row?.value(.author) ?? "")
    let others = GoodreadsText.list(row?.value(.additionalAuthors) ?? "")
    if row != nil, first + others == names { return }
    // Some files have several names in the first column.
    let isFirstSame = row != nil && !first.isEmpty && names.starts(with: first)
    if !isFirstSame {
      changed[.author] = names.first ?? ""
      changed[.authorLastFirst] = names.first.map(GoodreadsText.lastNameFirst) ?? ""
    }
    let rest = Array(names.dropFirst(isFirstSame ? first.count : 1))
    if row == nil || rest != others { changed[.additionalAuthors] = rest.joined(separator: ", ") }
  }

  private mutating func compareReading(_ old: GoodreadsBook?) {
    if old?.rating != entry.rating { changed[.rating] = String(entry.rating ?? 0) }
    hasHiddenDay = isReadAgain(since: old?.finished)
    if old?.finished != entry.finished, !hasHiddenDay {
      changed[.dateRead] = GoodreadsText.written(entry.finished)
    }
    // A row without a day got the one on which it came: that is no change of the reader's.
    let added = CalendarDate(utc: entry.added)
    if row == nil || (old?.added).map({ $0 != added }) ?? false {
      changed[.dateAdded] = GoodreadsText.written(added)
    }
    if old?.review != entry.review {
      changed[.review] = GoodreadsText.written(review: entry.review)
    }
    if old?.notes != entry.notes { changed[.notes] = entry.notes }
  }

  /// Whether reading began again behind the day on which it ended, by the file: that day stays the
  /// last one on which the book was read.
  private func isReadAgain(since day: CalendarDate?) -> Bool {
    guard entry.finished == nil, let day, let started = entry.started else { return false }
    return started > day
  }

  // MARK: Differences

  /// Whether an export writes each column as it stands in the row.
  var isSame: Bool {
    changed.allSatisfy { column, text in
      Self.isDerived(column)
        || Self.comparable(row?.value(column) ?? "", column)
          == Self.comparable(text, column)
    }
  }

  /// Where the row says something else than the library; a column without a text says nothing.
  var differences: [Difference] {
    guard let row else { return [] }
    return GoodreadsColumn.allCases.compactMap { column in
      guard let text = changed[column], !Self.isDerived(column) else { return nil }
      let (said, kept) = (row.value(column), text)
      let mine = Self.comparable(kept, column)
      let theirs = Self.comparable(said, column)
      if theirs.isEmpty || theirs == mine || !speaks(column, in: row) { return nil }
      return Difference(column: column, said: said, kept: mine.isEmpty ? "" : kept)
    }
  }

  /// Whether a column is made of others.
  private static func isDerived(_ column: GoodreadsColumn) -> Bool {
    column == .authorLastFirst || column == .shelfPositions
  }

  /// A text without what may differ and means the same, or nothing: no stars are no rating.
  private static func comparable(_ text: String, _ column: GoodreadsColumn) -> String {
    switch column {
    case .rating, .pages: GoodreadsText.number(text.trimmed, in: 0...0) == nil ? text.trimmed : ""
    case .review: GoodreadsText.plainReview(text).replacing("\r\n", with: "\n").trimmed
    default: text.trimmed
    }
  }

  /// Whether a column names a shelf on which the book does not stand; more shelves than the file
  /// names are no difference.
  private func speaks(_ column: GoodreadsColumn, in row: GoodreadsRow) -> Bool {
    guard column == .shelves || column == .exclusiveShelf else { return true }
    let (standard, own) = GoodreadsShelves.read(row)
    let isExclusiveOther = standard != entry.standardShelf
    if column == .exclusiveShelf { return isExclusiveOther }
    let names = GoodreadsText.list(changed[.shelves] ?? "") + [changed[.exclusiveShelf] ?? ""]
    let keys = Set(names.map(GoodreadsShelves.key))
    return own.contains { !keys.contains(GoodreadsShelves.key($0)) }
      || row.value(.exclusiveShelf).trimmed.isEmpty && standard != nil && isExclusiveOther
  }
}
