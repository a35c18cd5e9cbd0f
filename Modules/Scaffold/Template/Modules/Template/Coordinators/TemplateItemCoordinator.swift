import Core
import Services

/// Shows one thing of the list; finished when it is to be taken off.
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
