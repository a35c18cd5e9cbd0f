import Catalogue
import Core

/// Shows the books on a shelf; the outcome is its deletion, if the reader deletes it.
final class ShelfCoordinator: Coordinator<RecordedChange> {
  private let viewModel: ShelfViewModel
  private let shelf: Shelf
  private let services: BooksServices
  private let onEntry: (LibraryEntry.ID) -> Void
  private var page: NavigationTree.EntryID?

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
    page = push(
      ShelfScreen(
        viewModel,
        ShelfScreen.Requests(
          onEntry: onEntry,
          onFilters: { [weak self] in await self?.filter($0) },
          onDeleted: { [weak self] in self?.finish($0) },
          onShelveSelected: { [weak self] in await self?.shelveSelected() },
          onRemoveSelected: { [weak self] in await self?.removeSelected() })),
      route: BooksPlace.shelf(shelf.id).route)
  }

  private func shelveSelected() async {
    let books = BooksText.count(viewModel.selection.count, "book")
    let choice = ChooseShelfCoordinator(for: books, services: services)
    guard let other = await run(choice, .present).value else { return }
    await viewModel.putSelected(on: other)
    // After a sign-in on the way, the page shows the account's shelf of this name.
    if let page, let shown = viewModel.shelf?.id, shown != shelf.id {
      setRoute(BooksPlace.shelf(shown).route, of: page)
    }
  }

  private func removeSelected() async {
    guard let withWords = await viewModel.countOfSelectedWithWords() else { return }
    let question = RemovalText(viewModel.selection.count, withWords: withWords)
    guard await confirmRemoval(question) else { return }
    await viewModel.removeSelected()
  }

  private func filter(_ filters: ShelfFilters) async {
    let shelves = await viewModel.otherShelves()
    let form = ShelfFilterCoordinator(filters, shelves: shelves)
    if let filters = await run(form, .present).value { await viewModel.show(filters) }
  }
}
