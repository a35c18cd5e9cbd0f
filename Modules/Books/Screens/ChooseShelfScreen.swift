import Catalogue
import Services
import Core

/// The choice of a shelf for a book or several.
final class ChooseShelfScreen: ModelScreen {
  /// The screen's requests to its coordinator.
  struct Requests {
    let onShelf: (Shelf) -> Void
    let onMakeShelf: (String) async -> Void
  }

  let viewModel: ShelvesViewModel
  private let books: String
  private let marked: Set<Shelf.ID>
  private let requests: Requests

  init(
    _ viewModel: ShelvesViewModel, for books: String, on marked: Set<Shelf.ID>,
    _ requests: Requests
  ) {
    self.viewModel = viewModel
    self.books = books
    self.marked = marked
    self.requests = requests
  }

  var content: ScreenContent {
    ScreenContent(
      title: "Choose a shelf", subtitle: books,
      notice: viewModel.problem.map(BooksText.notice),
      sections: [
        ContentSection("rule", .text(BooksText.shelfRule)),
        ContentSection(
          "shelves",
          .rows(
            viewModel.shelves.map { shelf in
              Row(
                BookRow.shelf.id(shelf.id), title: BooksText.title(shelf),
                isSelected: marked.contains(shelf.id))
            })),
      ] + BooksText.freeShelves(viewModel),
      actions: actions.map(\.action))
  }

  func appeared() -> AppearanceWork? {
    viewModel.forgetResults()
    return viewModel.load
  }

  var actions: [ScreenAction] {
    [.newShelf(viewModel.unmadeName, perform: requests.onMakeShelf)]
  }

  func select(_ row: Row.ID) async {
    if let shelf = BookRow.shelf.element(of: row, in: viewModel.shelves) { requests.onShelf(shelf) }
  }
}
