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
    if let error = viewModel.loadFailure {
      return .failed(message: TemplateText.message(.storage(error)), retry: "retry")
    }
    return viewModel.isLoaded && viewModel.items.isEmpty
      ? .empty(message: TemplateText.empty) : .idle
  }

  private static let itemRow = RowKind<TemplateItem.ID>("item")

  private var rows: [Row] {
    viewModel.items.map { Row(Self.itemRow.id($0.id), title: $0.name) }
  }

  var actions: [ScreenAction] {
    let full = viewModel.isFull ? TemplateText.message(.isFull) : nil
    var actions = [
      ScreenAction(
        "add", title: TemplateText.add, disabledReason: full, perform: requests.onAdd),
      ScreenAction(
        "load", title: TemplateText.load,
        input: Field(
          "address", label: TemplateText.address, kind: .text,
          value: FieldValue(text: viewModel.address)),
        disabledReason: full
      ) { [viewModel] in await viewModel.addList(at: $0.text) },
    ]
    if let removed = viewModel.removed {
      let title = TemplateText.undo(removed)
      actions.append(ScreenAction("undo", title: title, perform: viewModel.undo))
    }
    if viewModel.loadFailure != nil {
      actions.append(
        ScreenAction("retry", title: TemplateText.retry, role: .primary, perform: viewModel.load))
    }
    return actions
  }

  func appeared() -> AppearanceWork? { viewModel.load }

  func select(_ row: Row.ID) async {
    if let item = Self.itemRow.element(of: row, in: viewModel.items) { requests.onItem(item) }
  }
}
