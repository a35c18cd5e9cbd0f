import Catalogue
import Core

/// Asks for a shelf's filters; the outcome is the filters.
final class ShelfFilterCoordinator: Coordinator<ShelfFilters> {
  private let viewModel: ShelfFilterViewModel

  init(_ filters: ShelfFilters, shelves: [Shelf]) {
    viewModel = ShelfFilterViewModel(filters, shelves: shelves)
    super.init()
  }

  override func start() {
    push(ShelfFilterScreen(viewModel, onApply: { [weak self] in self?.finish($0) }))
  }
}
