import Core
import Services

/// An owner's list.
final class TemplateScreen: Screen {
  private let viewModel: TemplateViewModel
  private let onItem: (TemplateItem) async -> Void

  init(_ viewModel: TemplateViewModel, onItem: @escaping (TemplateItem) async -> Void) {
    self.viewModel = viewModel
    self.onItem = onItem
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    ScreenContent(
      title: TemplateText.title,
      status: viewModel.items.isEmpty && viewModel.isLoaded
        ? .empty(message: "Nothing here yet.") : .idle,
      notice: viewModel.problem.map(TemplateText.notice),
      sections: [
        ContentSection(
          "items", .rows(viewModel.items.map { Row(Self.row(of: $0), title: $0.name) }))
      ],
      actions: [
        Action(
          "add", title: "Add…",
          input: Field(
            "name", label: "Name", kind: .text, value: .some(text: viewModel.unadded)))
      ])
  }

  func appeared() -> AppearanceWork? {
    { [viewModel] in await viewModel.load() }
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case ("add", .value(.text(let name))): await viewModel.add(name)
    case (.select, .row(let row)):
      if let item = viewModel.items.first(where: { Self.row(of: $0) == row }) { await onItem(item) }
    default: break
    }
  }

  private static func row(of item: TemplateItem) -> Row.ID { Identifier("item:\(item.id)") }
}
