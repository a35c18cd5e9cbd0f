import Core
import Services

/// An owner's list.
final class TemplateScreen: ModelScreen {
  /// The screen's requests to its coordinator.
  struct Requests {
    let onAdd: () async -> Void
    let onItem: (TemplateItem) -> Void
  }

  let viewModel: TemplateViewModel
  private let requests: Requests

  init(_ viewModel: TemplateViewModel, _ requests: Requests) {
    self.viewModel = viewModel
    self.requests = requests
  }

  var content: ScreenContent {
    ScreenContent(
      title: TemplateText.title, status: status,
      notice: viewModel.problem.map(TemplateText.notice)
        ?? viewModel.result.map(TemplateText.notice),
      sections: [ContentSection("items", .rows(rows))], actions: actions.map(\.action))
  }

  private var status: ContentStatus {
    if viewModel.isFetching { return .loading(nil) }
    return viewModel.isLoaded && viewModel.items.isEmpty
      ? .empty(message: TemplateText.empty) : .idle
  }

  private static let itemRow = RowKind<TemplateItem.ID>("item")

  private var rows: [Row] {
    viewModel.items.map { Row(Self.itemRow.id($0.id), title: $0.name) }
  }

  var actions: [ScreenAction] {
    let add = ScreenAction("add", title: TemplateText.add, perform: requests.onAdd)
    let load = ScreenAction(
      "load", title: TemplateText.load,
      input: Field(
        "address", label: TemplateText.address, kind: .text,
        value: FieldValue(text: viewModel.address))
    ) { [viewModel] in await viewModel.addList(at: $0.text) }
    guard let removed = viewModel.removed else { return [add, load] }
    return [
      add, load, ScreenAction("undo", title: TemplateText.undo(removed), perform: viewModel.undo),
    ]
  }

  func appeared() -> AppearanceWork? { viewModel.load }

  func select(_ row: Row.ID) async {
    if let item = Self.itemRow.element(of: row, in: viewModel.items) { requests.onItem(item) }
  }
}
