import Catalogue
import Core

/// Asks for a search's filters; the outcome is the query with them.
final class SearchFilterCoordinator: Coordinator<BookQuery> {
  private let query: BookQuery

  init(_ query: BookQuery) {
    self.query = query
    super.init()
  }

  override func start() {
    push(
      SearchFilterScreen(
        SearchFilterViewModel(query), onApply: { [weak self] in self?.finish($0) }))
  }
}
