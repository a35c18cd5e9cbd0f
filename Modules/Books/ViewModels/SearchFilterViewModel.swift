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
