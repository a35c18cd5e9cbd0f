import Services
import Core

/// The reader's shelves.
final class ShelvesScreen: Screen {
  private let viewModel: ShelvesViewModel
  private let onShelf: (Shelf) -> Void
  private let onMakeShelf: (String) async -> Void
  private let onAddByHand: () -> Void

  init(
    _ viewModel: ShelvesViewModel, onShelf: @escaping (Shelf) -> Void,
    onMakeShelf: @escaping (String) async -> Void, onAddByHand: @escaping () -> Void
  ) {
    self.viewModel = viewModel
    self.onShelf = onShelf
    self.onMakeShelf = onMakeShelf
    self.onAddByHand = onAddByHand
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    ScreenContent(
      title: "Shelves",
      notice: viewModel.problem.map(BooksText.notice),
      sections: [
        ContentSection(
          "shelves",
          .rows(
            viewModel.shelves.map { shelf in
              Row(
                BookRow.shelf(shelf.id).id, title: BooksText.title(shelf),
                detail: BooksText.count(viewModel.counts[shelf.id] ?? 0, "book"))
            }))
      ],
      actions: [.newShelf(viewModel.unmadeName), Action("add", title: "Add a book by hand…")])
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
    case ("add", _): onAddByHand()
    default: break
    }
  }
}

extension Action {
  /// Makes a shelf of the reader's own.
  ///
  /// - Parameter name: what was typed for a shelf that was not made.
  static func newShelf(_ name: String?) -> Action {
    Action(
      "new", title: "New shelf…",
      input: Field(
        "name", label: "Name of the shelf", kind: .text, value: .some(text: name ?? "")))
  }
}

extension ShelvesViewModel {
  /// The shelf that a row stands for.
  func shelf(at row: Row.ID) -> Shelf? {
    guard case .shelf(let id) = BookRow(row) else { return nil }
    return shelves.first { $0.id == id }
  }
}
