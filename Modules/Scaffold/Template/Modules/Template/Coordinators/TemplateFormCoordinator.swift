import Core

/// Adds an item, or edits one; the outcome is the saved item.
final class TemplateFormCoordinator: Coordinator<TemplateItem> {
  private let mode: TemplateFormViewModel.Mode
  private let services: TemplateServices

  init(_ mode: TemplateFormViewModel.Mode, services: TemplateServices) {
    self.mode = mode
    self.services = services
    super.init()
  }

  override func start() {
    push(
      TemplateFormScreen(
        TemplateFormViewModel(mode, services: services),
        onSaved: { [weak self] in self?.finish($0) }))
  }
}
