import Catalogue
import Observation

/// A search's filters in a form.
@MainActor @Observable final class SearchFilterViewModel {
  var query: BookQuery

  init(_ query: BookQuery) {
    self.query = query
  }

  /// Clears all filters; words and sort order stay.
  func reset() {
    query = query.withoutFilters
  }
}

extension BookQuery {
  /// The words and the order alone.
  var withoutFilters: BookQuery { BookQuery(words: words, order: order) }

  /// Whether there are filters besides the words.
  var hasFilters: Bool { self != withoutFilters }
}
