import Catalogue
import Observation

/// A search's filters in a form.
@MainActor @Observable final class SearchFilterViewModel {
  var query: BookQuery

  init(_ query: BookQuery) {
    self.query = query
  }

  /// Whether the range of years is reversed.
  var isRangeBackward: Bool {
    if let from = query.fromYear, let to = query.toYear { from > to } else { false }
  }

  /// Clears all filters; words and sort order stay.
  func reset() {
    query = BookQuery(words: query.words, order: query.order)
  }
}
