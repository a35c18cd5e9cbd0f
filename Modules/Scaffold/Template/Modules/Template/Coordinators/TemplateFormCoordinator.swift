import Core

/// Adds an item, or edits one; the outcome is the saved item.
final class TemplateFormCoordinator: Coordinator<TemplateItem> {
  private let viewModel: TemplateFormViewModel

  /// - Parameter edited: the item to edit; nil for a new one.
  init(_ edited: TemplateItem? = nil, list: TemplateList) {
    viewModel = TemplateFormViewModel(edited, list: list)
    super.init()
  }

  override func start() {
    push(TemplateFormScreen(viewModel, onSaved: { [weak self] in self?.finish($0) }))
  }
}
