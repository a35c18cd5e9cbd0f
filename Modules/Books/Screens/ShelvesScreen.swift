import Services
import Core

/// The reader's shelves.
final class ShelvesScreen: ModelScreen {
  let viewModel: ShelvesViewModel
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

  var content: ScreenContent {
    ScreenContent(
      title: BooksText.shelves,
      notice: viewModel.problem.map(BooksText.notice) ?? viewModel.result.map(BooksText.notice),
      sections: [
        ContentSection(
          "shelves",
          .rows(
            viewModel.shelves.map { shelf in
              Row(
                BookRow.shelf.id(shelf.id), title: BooksText.title(shelf),
                detail: BooksText.count(viewModel.counts[shelf.id] ?? 0, "book"))
            }))
      ] + BooksText.freeShelves(viewModel),
      actions: actions.map(\.action))
  }

  func appeared() -> AppearanceWork? {
    viewModel.forgetRefusal()
    return viewModel.load
  }

  var actions: [ScreenAction] {
    [
      .newShelf(viewModel.unmadeName, perform: onMakeShelf),
      ScreenAction("add", title: "Add a book by hand…", perform: onAddByHand),
    ] + .steps(viewModel.changes, perform: viewModel.step)
  }

  func select(_ row: Row.ID) async {
    if let shelf = BookRow.shelf.element(of: row, in: viewModel.shelves) { onShelf(shelf) }
  }
}

extension ScreenAction {
  /// The action that adds a custom shelf.
  ///
  /// - Parameters:
  ///   - name: the input for a shelf that was not added.
  ///   - perform: receives the typed name.
  static func newShelf(
    _ name: String?, perform: @escaping (String) async -> Void
  ) -> ScreenAction {
    ScreenAction(
      "new", title: "New…",
      input: Field(
        "name", label: "Name of the shelf", kind: .text, value: FieldValue(text: name ?? ""))
    ) { await perform($0.text) }
  }
}
