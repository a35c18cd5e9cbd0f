import Catalogue
import Services
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
        title: "Shelf", status: .empty(message: "This shelf no longer exists."))
    }
    var actions: [Action] = []
    let shown = viewModel.shownEntry
    let rows = viewModel.entries.map { Row($0, isSelected: $0.id == shown) }
    // One book needs no looking for.
    if viewModel.total > 1 || !viewModel.filter.isEmpty {
      actions.append(
        Action(
          "filter", title: "Filter",
          input: Field(
            "words", label: "Words", kind: .text, value: .text(viewModel.filter),
            placeholder: "title or author")))
    }
    if !viewModel.filter.isEmpty { actions.append(Action("all", title: "All books")) }
    if viewModel.hasMore { actions.append(Action("more", title: "More books")) }
    if let change = viewModel.lastChange {
      actions.append(Action("undo", title: "Undo the last change to \(change.title)"))
    }
    return ScreenContent(
      title: BooksText.title(shelf),
      subtitle: subtitle,
      status: viewModel.entries.isEmpty ? .empty(message: emptyMessage) : .idle,
      notice: viewModel.problem.map { Notice($0.description, tone: .problem) }
        ?? (viewModel.undone ? Notice("Undone.") : nil),
      sections: [ContentSection("books", .rows(rows))],
      actions: actions)
  }

  private var subtitle: String? {
    let count = viewModel.total > 0 ? BooksText.count(viewModel.total, "book") : nil
    guard !viewModel.filter.isEmpty else { return count }
    return ["“\(viewModel.filter)”", count].compactMap { $0 }.joined(separator: " · ")
  }

  private var emptyMessage: String {
    viewModel.filter.isEmpty
      ? "This shelf is empty. Search for a book to add."
      : "No books on this shelf match. Use all to see every book."
  }

  func appeared() -> AppearanceWork? { viewModel.appearance }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.select, .row(let row)):
      if case .entry(let id) = BookRow(row) { onEntry(id) }
    case ("filter", .value(.text(let words))): await viewModel.filter(by: words)
    case ("all", _): await viewModel.filter(by: "")
    case ("more", _): await viewModel.loadMore()
    case ("undo", _): await viewModel.undo()
    default: break
    }
  }
}
