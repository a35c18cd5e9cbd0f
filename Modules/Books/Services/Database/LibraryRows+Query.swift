import Catalogue
import Foundation
import Services

extension LibraryRows {
  /// Sorts the matching books of a shelf by the query's order, and returns the numbers of a page.
  ///
  /// Words are folded, which SQLite can't do, so the values are sorted here. They are in the order of ``SortColumn``.
  func numbers(
    on shelf: Shelf.ID, _ query: ShelfQuery, offset: Int, limit: Int
  ) throws(StorageError) -> (page: [Int], total: Int) {
    let (conditions, values) = Self.conditions(query)
    let finished = query.order.key == .finished ? Self.lastFinished : "finished"
    let keys = try reader.rows(
      """
      SELECT number, book.id, book.added, title, authors, year, half_stars, \(finished), pages, series,
        volume
      FROM library_shelf_entries AS place JOIN library_entries AS book ON number = entry
      WHERE place.owner = ? AND shelf = ?\(conditions)
      """, [ownerValue, DatabaseValue(shelf)] + values
    ) { row throws(StorageError) in try Self.sortKey(NamedColumns(row), query) }.compactMap(\.self)
    let all = query.order.sorted(keys)
    return (all.dropFirst(offset).prefix(limit).map(\.number), all.count)
  }

  /// SQL for the last day on which a book was finished, like ``LibraryEntry/lastFinished``.
  private static var lastFinished: String {
    let day = "finished BETWEEN \(EntryBounds.day.lowerBound) AND \(EntryBounds.day.upperBound)"
    let own = "iif(\(day), finished, NULL)"
    let readings = "library_readings AS past WHERE past.entry = number"
    let earlier = "(SELECT max(finished) FROM \(readings) AND \(day))"
    // The larger one of two numbers is NULL if one of them is.
    return "max(ifnull(\(own), \(earlier)), ifnull(\(earlier), \(own)))"
  }

  /// SQL for a book of which a reading ended between two days, which are bound twice, like
  /// ``LibraryEntry/isFinished(in:)``.
  private static var isFinished: String {
    """
    (finished BETWEEN ? AND ? OR EXISTS (SELECT 1 FROM library_readings AS past
      WHERE past.entry = number AND past.finished BETWEEN ? AND ?))
    """
  }

  /// Returns the conditions on a row, apart from its authors. A number out of range is none, as in an entry.
  private static func conditions(_ query: ShelfQuery) -> (sql: String, values: [DatabaseValue]) {
    var conditions = query.words.folded.map { _ in "instr(words, ?)" }
    var values = query.words.folded.map(DatabaseValue.text)
    func add(_ condition: String, _ value: DatabaseValue) {
      conditions.append(condition)
      values.append(value)
    }
    switch query.rated {
    case nil: break
    case .unrated:
      let (lowest, highest) = (EntryBounds.halfStars.lowerBound, EntryBounds.halfStars.upperBound)
      conditions.append(
        "(half_stars IS NULL OR half_stars NOT BETWEEN \(lowest) AND \(highest))")
    case .stars(let rating): add("half_stars = ?", DatabaseValue(rating.halves))
    }
    if query.fromYear != nil || query.toYear != nil {
      let years = EntryBounds.year
      conditions.append("year BETWEEN ? AND ?")
      values += [
        DatabaseValue(max(query.fromYear ?? .min, years.lowerBound)),
        DatabaseValue(min(query.toYear ?? .max, years.upperBound)),
      ]
    }
    if let year = query.finishedYear {
      conditions.append(isFinished)
      let days = CalendarDate.days(of: year).map { DatabaseValue($0) }
      values += days + days
    }
    if let shelf = query.shelf {
      let others = "SELECT 1 FROM library_shelf_entries AS other WHERE other.entry = number"
      add("EXISTS (\(others) AND other.shelf = ?)", DatabaseValue(shelf))
    }
    return (conditions.map { " AND \($0)" }.joined(), values)
  }

  /// Returns the values of a row for the order; nil if its authors do not match.
  private static func sortKey(
    _ row: NamedColumns<SortColumn>, _ query: ShelfQuery
  ) throws(StorageError) -> ShelfSortKey? {
    var authors: [AuthorName] = []
    if query.order.key == .author || !query.author.isEmpty {
      authors = LibraryColumns.authors(try row.string(.authors))
      guard query.author.matches(authors) else { return nil }
    }
    func number(_ column: SortColumn, _ bounds: ClosedRange<Int>) -> ShelfSortKey.Value? {
      EntryBounds.kept(row.integer(column), bounds).map { .number(Double($0)) }
    }
    let added = try row.time(.added).timeIntervalSinceReferenceDate
    let value: ShelfSortKey.Value? =
      switch query.order.key {
      case .added: .number(added)
      case .title: .text(ShelfOrder.titleKey(try row.string(.title)))
      case .author: ShelfOrder.author(authors)
      case .series: ShelfOrder.series(row.text(.series), row.text(.volume))
      case .year: number(.year, EntryBounds.year)
      case .rating: number(.halfStars, EntryBounds.halfStars)
      case .finished: number(.finished, EntryBounds.day)
      case .pages: number(.pages, BookBounds.pages)
      }
    return ShelfSortKey(
      number: try row.number(.number), id: try row.string(.id), added: added, value: value)
  }
}

/// The values by which a shelf is sorted, in the order of their statement.
private enum SortColumn: Int {
  case number, id, added, title, authors, year, halfStars, finished, pages, series, volume
}

extension CalendarDate {
  /// Returns the first and the last day of a year, in days since 1970-01-01; an interval without days for a year
  /// out of range.
  fileprivate static func days(of year: Int) -> [Int] {
    guard let first = CalendarDate(year: year, month: 1, day: 1),
      let last = CalendarDate(year: year, month: 12, day: 31)
    else { return [1, 0] }
    return [first.daysSince1970, last.daysSince1970]
  }
}
