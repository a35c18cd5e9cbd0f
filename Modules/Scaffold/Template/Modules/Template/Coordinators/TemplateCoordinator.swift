import Core
import Services

/// The feature's tab.
final class TemplateCoordinator: Coordinator<Never>, PlaceCoordinator {
  private let viewModel: TemplateViewModel

  init(services: TemplateServices) {
    viewModel = TemplateViewModel(services: services)
    super.init()
  }

  override func start() {
    push(TemplateScreen(viewModel, onItem: { [weak self] in await self?.show($0) }))
  }

  /// The tab's first screen is its only destination, so its links have no routes.
  func show(_ route: Route) async -> RouteAnswer {
    .refused(TemplateText.noPage)
  }

  private func show(_ item: TemplateItem) async {
    // Going back changes nothing.
    guard await run(TemplateItemCoordinator(item)).value != nil else { return }
    await viewModel.remove(item.id)
  }
}
