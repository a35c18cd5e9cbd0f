import Core

/// The form of a new errand. An unsaved one asks before it closes.
final class NewErrandScreen: ModelScreen {
  let viewModel: ErrandDraft
  private let onSave: () -> Void

  init(_ viewModel: ErrandDraft, onSave: @escaping () -> Void) {
    self.viewModel = viewModel
    self.onSave = onSave
  }

  var content: ScreenContent {
    ScreenContent(
      title: "New errand", sections: [ContentSection("form", .fields(fields.map(\.field)))],
      actions: actions.map(\.action))
  }

  var fields: [ScreenField] {
    [
      ScreenField("title", label: "Title", kind: .text, value: FieldValue(text: viewModel.title)) {
        [viewModel] in viewModel.title = $0.text
      }
    ]
  }

  var actions: [ScreenAction] {
    let reason = viewModel.title.isEmpty ? "Enter a title." : nil
    return [
      ScreenAction("save", title: "Save", role: .primary, disabledReason: reason, perform: onSave)
    ]
  }

  var lock: Lock? { viewModel.title.isEmpty ? nil : .unsavedForm }
}
