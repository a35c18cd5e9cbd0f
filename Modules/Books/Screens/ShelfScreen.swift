import Catalogue
import Services
import Core

/// The books on one shelf.
final class ShelfScreen: ModelScreen {
  let viewModel: ShelfViewModel
  private let onEntry: (LibraryEntry.ID) -> Void
  private let onDeleted: (Shelf) -> Void

  init(
    _ viewModel: ShelfViewModel, onEntry: @escaping (LibraryEntry.ID) -> Void,
    onDeleted: @escaping (Shelf) -> Void
  ) {
    self.viewModel = viewModel
    self.onEntry = onEntry
    self.onDeleted = onDeleted
  }

  var content: ScreenContent {
    guard let shelf = viewModel.shelf else {
      return ScreenContent(
        title: "Shelf", status: .empty(message: "This shelf no longer exists."))
    }
    let shown = viewModel.shownEntry
    let rows = viewModel.entries.map { Row($0, isSelected: $0.id == shown) }
    return ScreenContent(
      title: BooksText.title(shelf),
      subtitle: subtitle,
      status: viewModel.entries.isEmpty ? .empty(message: emptyMessage) : .idle,
      notice: viewModel.problem.map(BooksText.notice) ?? viewModel.result.map(BooksText.notice),
      sections: [ContentSection("books", .rows(rows))],
      actions: actions.map(\.action))
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

  var actions: [ScreenAction] {
    guard let shelf = viewModel.shelf else { return [] }
    var actions: [ScreenAction] = []
    // A single book needs no filter.
    if viewModel.total > 1 || !viewModel.filter.isEmpty {
      let words = Field(
        "words", label: "Words", kind: .text, value: .text(viewModel.filter),
        placeholder: "title or author")
      actions.append(
        ScreenAction("filter", title: "Filter", input: words) { [viewModel] in
          await viewModel.filter(by: $0.text)
        })
    }
    if !viewModel.filter.isEmpty {
      actions.append(
        ScreenAction("all", title: "All books") { [viewModel] in await viewModel.filter(by: "") })
    }
    if viewModel.hasMore {
      actions.append(ScreenAction("more", title: "More books", perform: viewModel.loadMore))
    }
    if shelf.isOwn { actions += shelfActions(shelf) }
    if let change = viewModel.lastChange {
      let title = change.single.map { "Undo the last change to \($0.title)" } ?? "Undo"
      actions.append(ScreenAction("undo", title: title, perform: viewModel.undo))
    }
    return actions
  }

  /// Changes a custom shelf.
  private func shelfActions(_ shelf: Shelf) -> [ScreenAction] {
    let name = Field(
      "name", label: "Name of the shelf", kind: .text,
      value: .text(viewModel.refusedName ?? shelf.name))
    return [
      ScreenAction("rename", title: "Rename shelf", input: name) { [viewModel] in
        await viewModel.rename(to: $0.text)
      },
      ScreenAction("delete", title: "Delete shelf", role: .destructive) { [self] in
        if let deleted = await viewModel.delete() { onDeleted(deleted) }
      },
    ]
  }

  func select(_ row: Row.ID) async {
    if let id = BookRow.entry.value(of: row) { onEntry(id) }
  }
}
