import Core

/// Shows an item; finishes with the item when the user removes it.
final class TemplateItemCoordinator: Coordinator<TemplateItem> {
  private let viewModel: TemplateItemViewModel
  private let list: TemplateList

  init(_ item: TemplateItem, list: TemplateList) {
    self.list = list
    viewModel = TemplateItemViewModel(item, list: list)
    super.init()
  }

  override func start() {
    push(
      TemplateItemScreen(
        viewModel,
        TemplateItemScreen.Requests(
          onEdit: { [weak self] in await self?.edit($0) },
          onRemoved: { [weak self] in self?.finish($0) })),
      route: TemplatePlace.route(viewModel.item.id))
  }

  private func edit(_ item: TemplateItem) async {
    viewModel.show(nil)
    let form = TemplateFormCoordinator(item, list: list)
    if let saved = await run(form, .present).value { viewModel.show(saved) }
  }
}
