import Catalogue
import Services
import Core

/// The choice of a shelf for a book or several.
final class ChooseShelfScreen: ModelScreen {
  let viewModel: ShelvesViewModel
  private let books: ShelvedBooks
  private let onShelf: (Shelf) -> Void
  private let onMakeShelf: (String) async -> Void

  init(
    _ viewModel: ShelvesViewModel, for books: ShelvedBooks, onShelf: @escaping (Shelf) -> Void,
    onMakeShelf: @escaping (String) async -> Void
  ) {
    self.viewModel = viewModel
    self.books = books
    self.onShelf = onShelf
    self.onMakeShelf = onMakeShelf
  }

  var content: ScreenContent {
    ScreenContent(
      title: "Choose a shelf", subtitle: subtitle,
      notice: viewModel.problem.map(BooksText.notice),
      sections: [
        ContentSection(
          "shelves",
          .rows(
            viewModel.shelves.map { shelf in
              Row(
                BookRow.shelf.id(shelf.id), title: BooksText.title(shelf),
                isSelected: books.shelves.contains(shelf.id))
            }))
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

  var actions: [ScreenAction] { [.newShelf(viewModel.unmadeName, perform: onMakeShelf)] }

  func select(_ row: Row.ID) async {
    if let shelf = BookRow.shelf.element(of: row, in: viewModel.shelves) { onShelf(shelf) }
  }
}
