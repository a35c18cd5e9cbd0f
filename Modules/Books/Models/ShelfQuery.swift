import Foundation
import Services

/// The wanted books of a shelf, and their order. All conditions must match.
public struct ShelfQuery: Hashable, Sendable {
  /// A condition on the rating.
  enum Rated: Hashable, Sendable {
    /// Books without a rating.
    case unrated
    /// Books with this rating.
    case stars(Rating)
  }

  /// The words in titles, authors' names or series.
  var words: WordFilter
  /// The words in authors' names.
  var author: WordFilter
  /// The rating, or nil for any.
  var rated: Rated?
  var fromYear: Int?
  var toYear: Int?
  /// The year in which a reading of the book ended, as in the statistics, or nil.
  var finishedYear: Int?
  /// Another shelf on which the books are, or nil.
  var shelf: Shelf.ID?
  var order: ShelfOrder

  /// Creates a query.
  public init(_ words: WordFilter = WordFilter(), order: ShelfOrder = .lastAdded) {
    self.words = words
    self.order = order
    author = WordFilter()
  }

  /// Whether only words are wanted, in the order in which books were added.
  var isPlain: Bool { self == ShelfQuery(words) }

  /// Returns whether an entry matches.
  func matches(_ entry: LibraryEntry) -> Bool {
    guard words.matches(entry.book), author.matches(entry.book.authors) else { return false }
    switch rated {
    case nil: break
    case .unrated: if entry.rating != nil { return false }
    case .stars(let rating): if entry.rating != rating { return false }
    }
    if let fromYear, (entry.book.year ?? .min) < fromYear { return false }
    if let toYear, (entry.book.year ?? .max) > toYear { return false }
    if let finishedYear, !entry.isFinished(in: finishedYear) { return false }
    return shelf.map(entry.shelves.contains) ?? true
  }

  /// Returns the values by which an entry is sorted.
  func sortKey(_ entry: LibraryEntry) -> ShelfSortKey {
    let number = { (number: Int?) in number.map { ShelfSortKey.Value.number(Double($0)) } }
    let value: ShelfSortKey.Value? =
      switch order.key {
      case .added: .number(entry.added.timeIntervalSinceReferenceDate)
      case .title: .text(ShelfOrder.titleKey(entry.book.title))
      case .author: ShelfOrder.author(entry.book.authors)
      case .series: ShelfOrder.series(entry.book.series, entry.book.volume)
      case .year: number(entry.book.year)
      case .rating: number(entry.rating?.halves)
      case .finished: number(entry.lastFinished?.daysSince1970)
      case .pages: number(entry.book.pages)
      }
    return ShelfSortKey(
      id: entry.id.rawValue, added: entry.added.timeIntervalSinceReferenceDate, value: value)
  }
}
