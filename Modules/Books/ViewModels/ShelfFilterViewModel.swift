import Catalogue
import Observation

/// A shelf's filters in a form.
@MainActor @Observable final class ShelfFilterViewModel {
  var filters: ShelfFilters
  /// The custom shelves to choose from.
  let shelves: [Shelf]

  init(_ filters: ShelfFilters, shelves: [Shelf]) {
    self.filters = filters
    self.shelves = shelves
  }

  /// Clears all filters.
  func reset() {
    filters = ShelfFilters()
  }
}
