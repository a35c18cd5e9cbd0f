import Catalogue
import Core

/// Asks for a search's filters; the outcome is the query with them.
final class SearchFilterCoordinator: Coordinator<BookQuery> {
  private let viewModel: SearchFilterViewModel

  init(_ query: BookQuery) {
    viewModel = SearchFilterViewModel(query)
    super.init()
  }

  override func start() {
    push(SearchFilterScreen(viewModel, onApply: { [weak self] in self?.finish($0) }))
  }
}
