import Core

/// The books on one shelf.
final class ShelfScreen: Screen {
  private let viewModel: ShelfViewModel
  private let onEntry: (LibraryEntry.ID) -> Void

  init(_ viewModel: ShelfViewModel, onEntry: @escaping (LibraryEntry.ID) -> Void) {
    self.viewModel = viewModel
    self.onEntry = onEntry
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    guard let shelf = viewModel.shelf else {
      return ScreenContent(
        title: "Shelf", status: .empty(message: "There is no such shelf in your library."))
    }
    var actions: [Action] = []
    let shown = viewModel.shownEntry
    let rows = viewModel.entries.map { Row($0, isSelected: $0.id == shown) }
    if viewModel.hasMore { actions.append(Action("more", title: "More books")) }
    if let change = viewModel.lastChange {
      actions.append(Action("undo", title: "Undo the last change to \(change.title)"))
    }
    return ScreenContent(
      title: BooksText.title(shelf),
      subtitle: viewModel.total > 0 ? BooksText.count(viewModel.total, "book") : nil,
      status: viewModel.entries.isEmpty
        ? .empty(message: "No books stand here yet. Search for one, and put it on this shelf.")
        : .idle,
      notice: viewModel.problem.map { Notice($0.description, tone: .problem) }
        ?? (viewModel.undone ? Notice("Undone.") : nil),
      sections: [ContentSection("books", .rows(rows))],
      actions: actions)
  }

  func appeared() -> AppearanceWork? { viewModel.appearance }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.select, .row(let row)):
      if let id = row.suffix(after: "entry:") { onEntry(LibraryEntry.ID(id)) }
    case ("more", _): await viewModel.loadMore()
    case ("undo", _): await viewModel.undo()
    default: break
    }
  }
}
