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
  private let books: ShelvedBooks
  private let requests: Requests

  init(_ viewModel: ShelvesViewModel, for books: ShelvedBooks, _ requests: Requests) {
    self.viewModel = viewModel
    self.books = books
    self.requests = requests
  }

  var content: ScreenContent {
    ScreenContent(
      title: "Choose a shelf", subtitle: subtitle,
      notice: viewModel.problem.map(BooksText.notice),
      sections: [
        ContentSection("rule", .text(BooksText.shelfRule)),
        ContentSection(
          "shelves",
          .rows(
            viewModel.shelves.map { shelf in
              Row(
                BookRow.shelf.id(shelf.id), title: BooksText.title(shelf),
                isSelected: books.shelves.contains(shelf.id))
            })),
      ] + BooksText.freeShelves(viewModel),
      actions: actions.map(\.action))
  }

  private var subtitle: String {
    switch books {
    case .one(let entry): entry.book.title
    case .several(let count): BooksText.count(count, "book")
    }
  }

  func appeared() -> AppearanceWork? {
    viewModel.forgetRefusal()
    return viewModel.load
  }

  var actions: [ScreenAction] {
    [.newShelf(viewModel.unmadeName, perform: requests.onMakeShelf)]
  }

  func select(_ row: Row.ID) async {
    if let shelf = BookRow.shelf.element(of: row, in: viewModel.shelves) { requests.onShelf(shelf) }
  }
}
