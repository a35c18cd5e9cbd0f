import Core

/// Shows an item; finishes with the item when the user removes it.
final class TemplateItemCoordinator: Coordinator<TemplateItem> {
  private let item: TemplateItem
  private let list: TemplateList

  init(_ item: TemplateItem, list: TemplateList) {
    self.item = item
    self.list = list
    super.init()
  }

  override func start() {
    push(
      TemplateItemScreen(
        TemplateItemViewModel(item, list: list),
        TemplateItemScreen.Requests(
          onEdit: { [weak self] in await self?.edit($0) },
          onRemoved: { [weak self] in self?.finish($0) })),
      route: TemplatePlace.route(item.id))
  }

  private func edit(_ item: TemplateItem) async {
    // The page loads the saved item when it appears again.
    _ = await run(TemplateFormCoordinator(.edit(item), list: list), .present)
  }
}
