import Services
import Core

/// The reader's shelves.
final class ShelvesScreen: ModelScreen {
  /// The screen's requests to its coordinator.
  struct Requests {
    let onShelf: (Shelf) -> Void
    let onMakeShelf: (String) async -> Void
    let onAddByHand: () -> Void
  }

  let viewModel: ShelvesViewModel
  private let requests: Requests

  init(_ viewModel: ShelvesViewModel, _ requests: Requests) {
    self.viewModel = viewModel
    self.requests = requests
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
    viewModel.forgetResults()
    return viewModel.load
  }

  var actions: [ScreenAction] {
    [
      .newShelf(viewModel.unmadeName, perform: requests.onMakeShelf),
      ScreenAction("add", title: "Add a book by hand…", perform: requests.onAddByHand),
    ] + .steps(viewModel.changes, perform: viewModel.step)
  }

  func select(_ row: Row.ID) async {
    if let shelf = BookRow.shelf.element(of: row, in: viewModel.shelves) { requests.onShelf(shelf) }
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
