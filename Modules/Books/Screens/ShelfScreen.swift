import Catalogue
import Services
import Core

/// The books on one shelf.
final class ShelfScreen: ModelScreen {
  /// The screen's requests to its coordinator.
  struct Requests {
    let onEntry: (LibraryEntry.ID) -> Void
    let onFilters: (ShelfFilters) async -> Void
    let onDeleted: (RecordedChange) -> Void
    let onShelveSelected: () async -> Void
    let onRemoveSelected: () async -> Void
  }

  let viewModel: ShelfViewModel
  let requests: Requests

  init(_ viewModel: ShelfViewModel, _ requests: Requests) {
    self.viewModel = viewModel
    self.requests = requests
  }

  var content: ScreenContent {
    guard let shelf = viewModel.shelf else {
      return ScreenContent(
        title: "Shelf", status: .empty(message: "This shelf no longer exists."),
        notice: problemOfMissing ?? viewModel.result.map(BooksText.notice),
        actions: actions.map(\.action))
    }
    let shown = viewModel.shownEntry
    let selection = viewModel.selection
    let rows = viewModel.entries.map {
      Row(
        $0, isSelected: $0.id == shown, isMarked: selection.contains($0.id),
        value: ShelfText.value(of: $0, in: viewModel.order, added: viewModel.dayAdded($0)))
    }
    return ScreenContent(
      title: BooksText.title(shelf),
      subtitle: ShelfText.summary(
        viewModel.filters, viewModel.order, total: viewModel.total, selected: selection.count),
      status: status,
      notice: viewModel.problem.map(BooksText.notice) ?? viewModel.result.map(BooksText.notice),
      sections: [ContentSection("books", .rows(rows))],
      actions: actions.map(\.action))
  }

  /// The problem of a shelf that no longer exists, which the status says already.
  private var problemOfMissing: Notice? {
    guard let problem = viewModel.problem, problem != .gone else { return nil }
    return BooksText.notice(problem)
  }

  private var status: ContentStatus {
    guard viewModel.entries.isEmpty else { return .idle }
    // A shelf that can't be read has its problem as a notice.
    if viewModel.isNotLoaded { return viewModel.problem == nil ? .loading(nil) : .idle }
    return viewModel.total > 0 ? .idle : .empty(message: emptyMessage)
  }

  private var emptyMessage: String {
    viewModel.filters.isEmpty
      ? "This shelf is empty. Search for a book to add."
      : "No books on this shelf match. Use clear to see every book."
  }

  func appeared() -> AppearanceWork? { viewModel.reload }

  var actions: [ScreenAction] {
    let steps = [ScreenAction].steps(viewModel.changes, perform: viewModel.step)
    guard let shelf = viewModel.shelf else { return steps }
    // An empty shelf needs no filters, and a single book no order.
    let isFiltered = !viewModel.filters.isEmpty
    var actions = viewModel.total > 0 || isFiltered ? filterActions : []
    if viewModel.total > 1 || isFiltered { actions += orderActions }
    if viewModel.hasMore {
      actions.append(ScreenAction("more", title: BooksText.moreBooks, perform: viewModel.loadMore))
    }
    actions += selectionActions(shelf)
    if shelf.isOwn { actions += shelfActions(shelf) }
    return actions + steps
  }

  private var filterActions: [ScreenAction] {
    let words = Field(
      "words", label: "Words", kind: .text, value: .text(viewModel.filters.words),
      placeholder: "title, author or series")
    let actions = [
      ScreenAction("filter", title: "Filter", input: words) { [viewModel] in
        await viewModel.filter(by: $0.text)
      },
      ScreenAction("filters", title: "Choose filters…") { [self] in
        await requests.onFilters(viewModel.filters)
      },
    ]
    guard !viewModel.filters.isEmpty else { return actions }
    return actions + [
      ScreenAction("clear", title: "Clear filters") { [viewModel] in
        await viewModel.show(ShelfFilters())
      }
    ]
  }

  private var orderActions: [ScreenAction] {
    let order = viewModel.order
    let field = Field(
      "order", label: "Sort by", kind: .choice(ShelfText.orders),
      value: .choice(Identifier(order.key.rawValue)))
    return [
      ScreenAction("sort", title: "Sort", input: field) { [viewModel] in
        await viewModel.sort(
          by: ShelfOrder($0.choice.flatMap(ShelfOrder.Key.init(rawValue:)) ?? .added))
      },
      ScreenAction("reverse", title: "Reverse the order") { [viewModel] in
        await viewModel.sort(by: ShelfOrder(order.key, isReversed: !order.isReversed))
      },
    ]
  }

  /// Changes a custom shelf.
  private func shelfActions(_ shelf: Shelf) -> [ScreenAction] {
    let name = Field(
      "name", label: "Name of the shelf", kind: .text,
      value: .text(viewModel.refusedName ?? shelf.name))
    return [
      ScreenAction("rename", title: "Rename", input: name) { [viewModel] in
        await viewModel.rename(to: $0.text)
      },
      ScreenAction("delete", title: "Delete shelf", role: .destructive) { [self] in
        if let deleted = await viewModel.delete() { requests.onDeleted(deleted) }
      },
    ]
  }

  func select(_ row: Row.ID) async {
    if let id = BookRow.entry.value(of: row) { requests.onEntry(id) }
  }
}
