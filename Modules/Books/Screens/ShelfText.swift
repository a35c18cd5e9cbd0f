import Catalogue
import Core
import Services

/// Texts about the order and the filters of a shelf.
enum ShelfText {
  /// The filters, the number of books and their order; nil for an empty shelf.
  static func summary(
    _ filters: ShelfFilters, _ order: ShelfOrder, total: Int, selected: Int
  ) -> String? {
    var parts = Self.filters(filters)
    if total > 0 { parts.append(BooksText.count(total, "book")) }
    if total > 1 { parts.append(Self.order(order)) }
    if selected > 0 { parts.append("\(BooksText.number(selected)) selected") }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  private static func filters(_ filters: ShelfFilters) -> [String] {
    var parts: [String] = []
    if !filters.words.isEmpty { parts.append("“\(filters.words)”") }
    if !filters.author.isEmpty { parts.append("by \(filters.author)") }
    switch filters.rated {
    case nil: break
    case .unrated: parts.append("not rated")
    case .stars(let rating): parts.append(BooksText.stars(rating))
    }
    if let years = BooksText.years(from: filters.fromYear, to: filters.toYear) {
      parts.append(years)
    }
    if let year = filters.finishedYear { parts.append("finished in \(BooksText.year(year))") }
    if let shelf = filters.shelf { parts.append("also on “\(BooksText.title(shelf))”") }
    return parts
  }

  /// An order, such as `by title`.
  static func order(_ order: ShelfOrder) -> String {
    switch (order.key, order.isReversed) {
    case (.added, false): "last added first"
    case (.added, true): "first added first"
    case (.title, false): "by title"
    case (.title, true): "by title, Z to A"
    case (.author, false): "by author"
    case (.author, true): "by author, Z to A"
    case (.series, false): "by series"
    case (.series, true): "by series, Z to A"
    case (.year, false): "newest first"
    case (.year, true): "oldest first"
    case (.rating, false): "best rated first"
    case (.rating, true): "lowest rated first"
    case (.finished, false): "last finished first"
    case (.finished, true): "first finished first"
    case (.pages, false): "longest first"
    case (.pages, true): "shortest first"
    }
  }

  /// The value by which a chosen order sorts a book, if its row does not show it anyway; nil for none, and in
  /// the default order.
  static func value(
    of entry: LibraryEntry, in order: ShelfOrder, added: CalendarDate
  ) -> String? {
    if order == .lastAdded { return nil }
    return switch order.key {
    case .added: "added \(added)"
    case .finished: entry.lastFinished.map { "finished \($0)" }
    case .pages: entry.book.pages.map { BooksText.count($0, "page") }
    case .title, .author, .series, .year, .rating: nil
    }
  }

  /// The orders as options.
  static let orders = ShelfOrder.Key.allCases.map { key in
    Field.Option(
      Identifier(key.rawValue),
      title: {
        switch key {
        case .added: "Date added"
        case .title: "Title"
        case .author: "Author"
        case .series: "Series"
        case .year: "Year"
        case .rating: "Rating"
        case .finished: "Date finished"
        case .pages: "Pages"
        }
      }())
  }
}
