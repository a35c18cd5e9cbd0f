import Core

/// Adds an item, or edits one; the outcome is the saved item.
final class TemplateFormCoordinator: Coordinator<TemplateItem> {
  private let mode: TemplateFormViewModel.Mode
  private let list: TemplateList

  init(_ mode: TemplateFormViewModel.Mode, list: TemplateList) {
    self.mode = mode
    self.list = list
    super.init()
  }

  override func start() {
    push(
      TemplateFormScreen(
        TemplateFormViewModel(mode, list: list),
        onSaved: { [weak self] in self?.finish($0) }))
  }
}
