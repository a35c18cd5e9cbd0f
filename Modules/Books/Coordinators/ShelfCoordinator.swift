import Catalogue
import Core

/// Shows the books on a shelf; the outcome is the shelf, if the reader deletes it.
final class ShelfCoordinator: Coordinator<Shelf> {
  private let viewModel: ShelfViewModel
  private let shelf: Shelf
  private let services: BooksServices
  private let onEntry: (LibraryEntry.ID) -> Void

  init(
    _ shelf: Shelf, services: BooksServices, beside secondColumn: SecondColumn? = nil,
    onEntry: @escaping (LibraryEntry.ID) -> Void
  ) {
    self.shelf = shelf
    self.services = services
    self.onEntry = onEntry
    viewModel = ShelfViewModel(shelf, services: services, beside: secondColumn)
    super.init()
  }

  override func start() {
    push(
      ShelfScreen(
        viewModel,
        ShelfScreen.Requests(
          onEntry: onEntry,
          onFilters: { [weak self] in await self?.filter($0) },
          onDeleted: { [weak self] in self?.finish($0) })),
      route: BooksPlace.shelf(shelf.id).route)
  }

  private func filter(_ filters: ShelfFilters) async {
    let shelves = await viewModel.otherShelves()
    let form = ShelfFilterCoordinator(filters, shelves: shelves)
    if let filters = await run(form, .present).value { await viewModel.show(filters) }
  }
}
