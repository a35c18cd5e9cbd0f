import Core
import Services

/// An owner's list.
final class TemplateScreen: ModelScreen {
  let viewModel: TemplateViewModel
  private let onItem: (TemplateItem) async -> Void

  init(_ viewModel: TemplateViewModel, onItem: @escaping (TemplateItem) async -> Void) {
    self.viewModel = viewModel
    self.onItem = onItem
  }

  var content: ScreenContent {
    ScreenContent(
      title: TemplateText.title,
      status: viewModel.items.isEmpty && viewModel.isLoaded
        ? .empty(message: "Nothing here yet.") : .idle,
      notice: viewModel.problem.map(TemplateText.notice),
      sections: [ContentSection("items", .rows(rows))], actions: actions.map(\.action))
  }

  private static let itemRow = RowKind<TemplateItem.ID>("item")

  private var rows: [Row] {
    viewModel.items.map { Row(Self.itemRow.id($0.id), title: $0.name) }
  }

  var actions: [ScreenAction] {
    let name = Field("name", label: "Name", kind: .text, value: .some(text: viewModel.unadded))
    return [
      ScreenAction("add", title: "Add…", input: name) { [viewModel] in
        await viewModel.add($0.text)
      }
    ]
  }

  func appeared() -> AppearanceWork? { viewModel.load }

  func select(_ row: Row.ID) async {
    if let item = Self.itemRow.element(of: row, in: viewModel.items) { await onItem(item) }
  }
}
