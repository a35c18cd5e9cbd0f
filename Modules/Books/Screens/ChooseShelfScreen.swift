import Catalogue
import Services
import Core

/// The choice of a shelf for a book.
final class ChooseShelfScreen: ModelScreen {
  let viewModel: ShelvesViewModel
  private let entry: LibraryEntry
  private let onShelf: (Shelf) -> Void
  private let onMakeShelf: (String) async -> Void
  private let isLimited: () -> Bool

  init(
    _ viewModel: ShelvesViewModel, for entry: LibraryEntry, onShelf: @escaping (Shelf) -> Void,
    onMakeShelf: @escaping (String) async -> Void, isLimited: @escaping () -> Bool
  ) {
    self.viewModel = viewModel
    self.entry = entry
    self.onShelf = onShelf
    self.onMakeShelf = onMakeShelf
    self.isLimited = isLimited
  }

  var content: ScreenContent {
    ScreenContent(
      title: "Choose a shelf", subtitle: entry.book.title,
      notice: viewModel.problem.map(BooksText.notice),
      sections: [
        ContentSection(
          "shelves",
          .rows(
            viewModel.shelves.map { shelf in
              Row(
                BookRow.shelf.id(shelf.id), title: BooksText.title(shelf),
                isSelected: entry.shelves.contains(shelf.id))
            }))
      ] + BooksText.freeShelves(viewModel, isLimited),
      actions: actions.map(\.action))
  }

  func appeared() -> AppearanceWork? {
    viewModel.forgetRefusal()
    return viewModel.appearance
  }

  var actions: [ScreenAction] { [.newShelf(viewModel.unmadeName, perform: onMakeShelf)] }

  func select(_ row: Row.ID) async {
    if let shelf = BookRow.shelf.element(of: row, in: viewModel.shelves) { onShelf(shelf) }
  }
}
