import Core

/// The reader's shelves.
final class ShelvesScreen: Screen {
  private let viewModel: ShelvesViewModel
  private let onShelf: (Shelf) -> Void
  private let onAddByHand: () -> Void

  init(
    _ viewModel: ShelvesViewModel, onShelf: @escaping (Shelf) -> Void,
    onAddByHand: @escaping () -> Void
  ) {
    self.viewModel = viewModel
    self.onShelf = onShelf
    self.onAddByHand = onAddByHand
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    ScreenContent(
      title: "Shelves",
      notice: viewModel.problem.map { Notice($0.description, tone: .problem) },
      sections: [
        ContentSection(
          "shelves",
          .rows(
            viewModel.shelves.map { shelf in
              Row(
                Identifier("shelf:\(shelf.id)"), title: BooksText.title(shelf),
                detail: BooksText.count(viewModel.counts[shelf.id] ?? 0, "book"))
            }))
      ],
      actions: [.newShelf, Action("add", title: "Add a book by hand…")])
  }

  func appeared() -> AppearanceWork? { viewModel.appearance }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.select, .row(let row)):
      let id = row.suffix(after: "shelf:").map(Shelf.ID.init(rawValue:))
      if let shelf = viewModel.shelves.first(where: { $0.id == id }) { onShelf(shelf) }
    case ("new", .value(.text(let name))):
      _ = await viewModel.makeShelf(named: String(name.prefix(Shelf.maximumNameLength)))
    case ("add", _): onAddByHand()
    default: break
    }
  }
}

extension Action {
  /// Makes a shelf of the reader's own.
  static let newShelf = Action(
    "new", title: "New shelf…", input: Field("name", label: "Name of the shelf", kind: .text))
}

/// A choice of a shelf for a book.
final class ChooseShelfScreen: Screen {
  private let viewModel: ShelvesViewModel
  private let entry: LibraryEntry
  private let onShelf: (Shelf) -> Void

  init(_ viewModel: ShelvesViewModel, for entry: LibraryEntry, onShelf: @escaping (Shelf) -> Void) {
    self.viewModel = viewModel
    self.entry = entry
    self.onShelf = onShelf
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    ScreenContent(
      title: "Choose a shelf", subtitle: entry.book.title,
      notice: viewModel.problem.map { Notice($0.description, tone: .problem) },
      sections: [
        ContentSection(
          "shelves",
          .rows(
            viewModel.shelves.map { shelf in
              Row(
                Identifier("shelf:\(shelf.id)"), title: BooksText.title(shelf),
                isSelected: entry.shelves.contains(shelf.id))
            }))
      ],
      actions: [.newShelf])
  }

  func appeared() -> AppearanceWork? { viewModel.appearance }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.select, .row(let row)):
      let id = row.suffix(after: "shelf:").map(Shelf.ID.init(rawValue:))
      if let shelf = viewModel.shelves.first(where: { $0.id == id }) { onShelf(shelf) }
    case ("new", .value(.text(let name))):
      let name = String(name.prefix(Shelf.maximumNameLength))
      if let shelf = await viewModel.makeShelf(named: name) { onShelf(shelf) }
    default: break
    }
  }
}
