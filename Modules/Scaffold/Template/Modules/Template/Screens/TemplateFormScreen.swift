import Core
import Services

/// The form for a new item, and for editing one.
final class TemplateFormScreen: ModelScreen {
  let viewModel: TemplateFormViewModel
  private let onSaved: (TemplateItem) -> Void

  init(_ viewModel: TemplateFormViewModel, onSaved: @escaping (TemplateItem) -> Void) {
    self.viewModel = viewModel
    self.onSaved = onSaved
  }

  var lock: Lock? { viewModel.isChanged ? .unsavedForm : nil }

  var content: ScreenContent {
    ScreenContent(
      title: viewModel.isNew ? TemplateText.newItem : TemplateText.editItem,
      notice: viewModel.problem.map(TemplateText.notice)
        ?? (viewModel.isRemoved ? TemplateText.removedElsewhere : nil),
      sections: [ContentSection("item", .fields(fields.map(\.field)))],
      actions: actions.map(\.action))
  }

  var fields: [ScreenField] {
    [
      ScreenField(
        "name", label: TemplateText.name, kind: .text,
        value: FieldValue(text: viewModel.draft.name),
        problem: viewModel.nameProblem.map(TemplateText.message) ?? conflict(.name)
      ) { [viewModel] in viewModel.draft.name = $0.text },
      ScreenField(
        "note", label: TemplateText.note, kind: .longText,
        value: FieldValue(text: viewModel.draft.note),
        problem: viewModel.isNoteTooLong ? TemplateText.longNote : conflict(.note)
      ) { [viewModel] in viewModel.draft.note = $0.text },
    ]
  }

  private func conflict(_ field: TemplateDraft.FieldName) -> String? {
    guard viewModel.conflicts.contains(field) else { return nil }
    return TemplateText.conflict(field == .name ? viewModel.base.name : viewModel.base.note)
  }

  var actions: [ScreenAction] {
    [
      ScreenAction("save", title: TemplateText.save, role: .primary) { [viewModel, onSaved] in
        if let saved = await viewModel.save() { onSaved(saved) }
      }
    ]
  }
}
