import Core
import Services

/// Shows an item; finishes when the user removes it.
final class TemplateItemCoordinator: Coordinator<Void> {
  private let item: TemplateItem

  init(_ item: TemplateItem) {
    self.item = item
    super.init()
  }

  override func start() {
    push(TemplateItemScreen(item, onRemove: { [weak self] in self?.finish(()) }))
  }
}
