import Catalogue

extension BookQuery {
  /// The words and the order alone.
  var withoutFilters: BookQuery { BookQuery(words: words, order: order) }

  /// Whether there are filters besides the words.
  var hasFilters: Bool { self != withoutFilters }
}
