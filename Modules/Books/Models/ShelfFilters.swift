import Services

/// The filters of a shelf as typed by the reader.
struct ShelfFilters: Hashable, Sendable {
  /// The words in titles, authors' names or series.
  var words = ""
  /// The words in authors' names.
  var author = ""
  var rated: ShelfQuery.Rated?
  var fromYear: Int?
  var toYear: Int?
  /// The year in which a reading ended.
  var finishedYear: Int?
  /// Another shelf on which the books are.
  var shelf: Shelf?

  /// Whether all books match.
  var isEmpty: Bool { self == ShelfFilters() }

  /// Returns the query in an order.
  func query(_ order: ShelfOrder) -> ShelfQuery {
    var query = ShelfQuery(WordFilter(words), order: order)
    query.author = WordFilter(author)
    query.rated = rated
    (query.fromYear, query.toYear) = (fromYear, toYear)
    query.finishedYear = finishedYear
    query.shelf = shelf?.id
    return query
  }
}
