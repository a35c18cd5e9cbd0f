import Core

/// Shows an item; finishes with the item when the user removes it.
final class TemplateItemCoordinator: Coordinator<TemplateItem> {
  private let item: TemplateItem
  private let services: TemplateServices

  init(_ item: TemplateItem, services: TemplateServices) {
    self.item = item
    self.services = services
    super.init()
  }

  override func start() {
    push(
      TemplateItemScreen(
        TemplateItemViewModel(item, services: services),
        TemplateItemScreen.Requests(
          onEdit: { [weak self] in await self?.edit($0) },
          onRemoved: { [weak self] in self?.finish($0) })),
      route: TemplatePlace.route(item.id))
  }

  private func edit(_ item: TemplateItem) async {
    // The page loads the saved item when it appears again.
    _ = await run(TemplateFormCoordinator(.edit(item), services: services), .present)
  }
}
