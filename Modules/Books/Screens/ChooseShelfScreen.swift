import Catalogue
import Services
import Core

/// A choice of a shelf for a book.
final class ChooseShelfScreen: Screen {
  private let viewModel: ShelvesViewModel
  private let entry: LibraryEntry
  private let onShelf: (Shelf) -> Void
  private let onMakeShelf: (String) async -> Void

  init(
    _ viewModel: ShelvesViewModel, for entry: LibraryEntry, onShelf: @escaping (Shelf) -> Void,
    onMakeShelf: @escaping (String) async -> Void
  ) {
    self.viewModel = viewModel
    self.entry = entry
    self.onShelf = onShelf
    self.onMakeShelf = onMakeShelf
  }

  var model: AnyObject? { viewModel }

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
                BookRow.shelf(shelf.id).id, title: BooksText.title(shelf),
                isSelected: entry.shelves.contains(shelf.id))
            }))
      ],
      actions: [.newShelf(viewModel.unmadeName)])
  }

  func appeared() -> AppearanceWork? {
    viewModel.forgetRefusal()
    return viewModel.appearance
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.select, .row(let row)):
      if let shelf = viewModel.shelf(at: row) { onShelf(shelf) }
    case ("new", .value(.text(let name))):
      await onMakeShelf(name)
    default: break
    }
  }
}
