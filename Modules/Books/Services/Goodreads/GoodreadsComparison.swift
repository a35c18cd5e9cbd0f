import Catalogue
import Core
import Foundation
import Goodreads
import Services

/// Compares a row of a file with the library's entry of the same book.
struct GoodreadsComparison {
  /// A column that differs from the library.
  struct Difference: Hashable {
    /// The column.
    let column: GoodreadsColumn
    /// The value in the file.
    let fileValue: String
    /// The library's value in the file's format; empty if there is none.
    let libraryValue: String
  }

  /// The columns whose exported value differs from the row.
  private(set) var changed: [GoodreadsColumn: String] = [:]
  private let entry: LibraryEntry
  private let row: GoodreadsRow?
  private let book: GoodreadsBook?
  private let timeZone: TimeZone

  /// Compares an entry with its row; without a row, all values are the entry's.
  ///
  /// - Parameters:
  ///   - entry: the entry.
  ///   - row: the row, or nil.
  ///   - book: the book in the row, if it was parsed before.
  ///   - shelfNames: the names of the custom shelves.
  ///   - timeZone: the reader's time zone, for the day on which a book was added.
  init(
    _ entry: LibraryEntry, _ row: GoodreadsRow?, _ book: GoodreadsBook? = nil,
    shelfNames: [Shelf.ID: String], timeZone: TimeZone
  ) {
    let old = book ?? row.map(GoodreadsBook.init)
    (self.entry, self.row, self.book, self.timeZone) = (entry, row, old, timeZone)
    // In this order: whether the number of readings changed depends on the columns of shelves, and the day of a book
    // that was given up on that number; it replaces what comparing the reading made of the day.
    compareBook(old)
    compareReading(old)
    let own = entry.shelves.compactMap { shelfNames[$0] }
    let hasSameShelves =
      old.map { old in
        old.standardShelf == entry.standardShelf
          && Set(old.ownShelves.map(GoodreadsShelves.key)) == Set(own.map(GoodreadsShelves.key))
      } ?? false
    if !hasSameShelves {
      (changed[.shelves], changed[.shelfPositions], changed[.exclusiveShelf]) =
        GoodreadsShelves.columns(standard: entry.standardShelf, own: own, old: row)
    }
    if row == nil {
      changed[.isbn] = Self.quoted("")
      changed[.isbn13] = Self.quoted(entry.book.isbn ?? "")
    }
    compareReadCount(old)
    if old?.wasGivenUp == true { compareDayGivenUp() }
  }

  /// Leaves out the day on which the book was given up if it would be a finish in the changed row.
  private mutating func compareDayGivenUp() {
    guard entry.lastFinished == nil else { return }
    if entry.standardShelf != nil || changed[.readCount] != nil { changed[.dateRead] = "" }
  }

  /// Compares the number of finished readings. Goodreads may know of earlier ones, of which the file has no
  /// dates, so a row's number only grows, by the readings that ended after the row's date.
  private mutating func compareReadCount(_ old: GoodreadsBook?) {
    // A finished book may have left Read.
    let isRead = entry.standardShelf == .read || entry.finished != nil
    var count = entry.readings.count + (isRead ? 1 : 0)
    if let row {
      let known = GoodreadsValue.number(row.value(.readCount).trimmed, in: 0...1_000_000) ?? 0
      // Beside a custom exclusive shelf, 0 readings would say that the book was given up.
      let saysGivenUp = entry.standardShelf == nil && changed[.exclusiveShelf] != nil
      let wasRead = !saysGivenUp && (old?.standardShelf == .read || old?.finished != nil)
      count = max(count, known + readingsAfter(old))
      if count <= max(known, wasRead ? 1 : 0) { return }
    }
    changed[.readCount] = String(count)
  }

  /// Returns the number of finished readings after that of a row on Read. A row on Reading counts the current one, too.
  private func readingsAfter(_ old: GoodreadsBook?) -> Int {
    guard old?.standardShelf == .read else { return 0 }
    let ends = entry.finishedDays
    // The undated reading of the row has become an earlier one when its book was read again.
    guard let day = old?.finished else {
      return entry.readings.contains { $0.finished == nil } ? ends.count : 0
    }
    // If no reading ended on the row's day, the reader has corrected the date of one.
    return max(0, ends.count(where: { $0 > day }) - (ends.contains(day) ? 0 : 1))
  }

  private mutating func compareBook(_ old: GoodreadsBook?) {
    let book = entry.book
    if old?.title != book.title { changed[.title] = book.title }
    compareAuthors()
    if old?.year != book.year { changed[.year] = book.year.map(String.init) ?? "" }
    if old?.pages != book.pages { changed[.pages] = book.pages.map(String.init) ?? "" }
    if old?.format != book.format { changed[.binding] = book.format ?? "" }
    if row == nil || old?.copies != book.copies {
      changed[.ownedCopies] = String(book.copies ?? 0)
    }
    if let old, old.isbn != book.isbn ?? "" {
      (changed[.isbn], changed[.isbn13]) = (Self.quoted(""), Self.quoted(book.isbn ?? ""))
    }
  }

  /// Returns a number in Goodreads' format, which spreadsheets read as text.
  private static func quoted(_ number: String) -> String { "=\"\(number)\"" }

  /// Compares the authors: the first one has a column, and the others share one.
  private mutating func compareAuthors() {
    let names = entry.book.authors.map(\.name)
    let first = row.map(GoodreadsBook.firstAuthors) ?? []
    let others = row.map(GoodreadsBook.furtherAuthors) ?? []
    if row != nil, first + others == names { return }
    // Earlier versions read “King, Jr.” as two names.
    if let row,
      GoodreadsValue.list(row.value(.author)) + GoodreadsValue.list(row.value(.additionalAuthors))
        == names
    {
      return
    }
    // Some files have several names in the first column.
    let isFirstSame = row != nil && !first.isEmpty && names.starts(with: first)
    if !isFirstSame {
      changed[.author] = names.first ?? ""
      changed[.authorLastFirst] = names.first.map(AuthorNames.lastNameFirst) ?? ""
    }
    let rest = Array(names.dropFirst(isFirstSame ? first.count : 1))
    if row == nil || rest != others { changed[.additionalAuthors] = AuthorNames.text(of: rest) }
  }

  private mutating func compareReading(_ old: GoodreadsBook?) {
    // Goodreads has whole stars only; an imported half star that was not changed is exported.
    if old?.rating != entry.rating { changed[.rating] = String(entry.rating?.wholeStars ?? 0) }
    if old?.finished != entry.lastFinished {
      changed[.dateRead] = GoodreadsValue.written(entry.lastFinished)
    }
    compareAdded(old)
    if old?.review != entry.review {
      changed[.review] = GoodreadsValue.written(review: entry.review)
    }
    if old?.notes != entry.notes { changed[.notes] = entry.notes }
  }

  private mutating func compareAdded(_ old: GoodreadsBook?) {
    if let old {
      // A row without a date got the date of its import, which is not the reader's change. The file's date is the
      // entry's day in UTC (imported) or in the time zone of an earlier export, so it may differ by a day: a change by
      // exactly one day is not exported.
      let day = CalendarDate(of: entry.added, in: .gmt).daysSince1970
      guard let known = old.added, abs(known.daysSince1970 - day) > 1 else { return }
    }
    let added = CalendarDate(of: entry.added, in: timeZone)
    changed[.dateAdded] = GoodreadsValue.written(added)
  }

  // MARK: Differences

  /// Whether an export writes the row unchanged.
  var exportsUnchanged: Bool {
    changed.allSatisfy { column, text in
      Self.isDerived(column) || fileValue(column) == Self.comparable(text, column)
    }
  }

  /// Returns the row's text in a column, normalized for comparison.
  private func fileValue(_ column: GoodreadsColumn) -> String {
    // It may be long, and is compared with many books.
    if column == .review { return book?.comparableReview ?? "" }
    return Self.comparable(row?.value(column) ?? "", column)
  }

  /// The columns of the row that differ from the library; empty columns don't count.
  var differences: [Difference] {
    guard let row else { return [] }
    return GoodreadsColumn.allCases.compactMap { column in
      guard let text = changed[column], !Self.isDerived(column) else { return nil }
      let (fileValue, libraryValue) = (row.value(column), text)
      let mine = Self.comparable(libraryValue, column)
      let theirs = self.fileValue(column)
      if theirs.isEmpty || theirs == mine || !countsAsDifference(column, in: row) { return nil }
      return Difference(
        column: column, fileValue: fileValue, libraryValue: mine.isEmpty ? "" : libraryValue)
    }
  }

  /// Returns whether a column is derived from others.
  private static func isDerived(_ column: GoodreadsColumn) -> Bool {
    column == .authorLastFirst || column == .shelfPositions
  }

  /// Returns a text normalized for comparison: for example, no stars mean no rating.
  private static func comparable(_ text: String, _ column: GoodreadsColumn) -> String {
    switch column {
    case .rating, .pages, .ownedCopies:
      GoodreadsValue.number(text.trimmed, in: 0...0) == nil ? text.trimmed : ""
    case .isbn, .isbn13: text.trimmed == quoted("") ? "" : text.trimmed
    case .review: GoodreadsValue.comparable(review: text)
    default: text.trimmed
    }
  }

  /// Returns whether a changed column counts as a difference. Of the columns of shelves only one that names a shelf
  /// that the entry lacks does: additional shelves of the entry are not a difference.
  private func countsAsDifference(_ column: GoodreadsColumn, in row: GoodreadsRow) -> Bool {
    guard column == .shelves || column == .exclusiveShelf else { return true }
    let (standard, own) = GoodreadsShelves.read(row)
    let isExclusiveOther = standard != entry.standardShelf
    if column == .exclusiveShelf { return isExclusiveOther }
    let names = GoodreadsValue.list(changed[.shelves] ?? "") + [changed[.exclusiveShelf] ?? ""]
    let keys = Set(names.map(GoodreadsShelves.key))
    return own.contains { !keys.contains(GoodreadsShelves.key($0)) }
      || row.value(.exclusiveShelf).trimmed.isEmpty && standard != nil && isExclusiveOther
  }
}
