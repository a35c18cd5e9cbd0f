import Catalogue
import Observation

/// A search's filters while they are edited.
@MainActor @Observable final class SearchFilterViewModel {
  var query: BookQuery

  init(_ query: BookQuery) {
    self.query = query
  }

  /// Whether the range of years ends before it begins.
  var isRangeBackward: Bool {
    if let from = query.fromYear, let to = query.toYear { from > to } else { false }
  }

  /// Removes all filters; words and order stay.
  func reset() {
    query = BookQuery(words: query.words, order: query.order)
  }
}
