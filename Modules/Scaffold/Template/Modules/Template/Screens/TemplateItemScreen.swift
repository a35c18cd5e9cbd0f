import Core
import Services

/// An item of the list.
final class TemplateItemScreen: ModelScreen {
  /// The screen's requests to its coordinator.
  struct Requests {
    let onEdit: (TemplateItem) async -> Void
    let onRemoved: (TemplateItem) -> Void
  }

  let viewModel: TemplateItemViewModel
  private let requests: Requests

  init(_ viewModel: TemplateItemViewModel, _ requests: Requests) {
    self.viewModel = viewModel
    self.requests = requests
  }

  var content: ScreenContent {
    let note = viewModel.item.note
    return ScreenContent(
      title: viewModel.item.name,
      notice: viewModel.problem.map(TemplateText.notice)
        ?? (viewModel.isSaved ? TemplateText.saved : nil),
      sections: note.isEmpty ? [] : [ContentSection("note", .text(note))],
      actions: actions.map(\.action))
  }

  var actions: [ScreenAction] {
    if viewModel.problem == .isGone { return [] }
    return [
      ScreenAction("edit", title: TemplateText.edit) { [viewModel, requests] in
        await requests.onEdit(viewModel.item)
      },
      ScreenAction("remove", title: TemplateText.remove, role: .destructive) {
        [viewModel, requests] in
        if let removed = await viewModel.remove() { requests.onRemoved(removed) }
      },
    ]
  }

  func appeared() -> AppearanceWork? { viewModel.load }
}
