import Core
import Services

/// The feature's tab.
final class TemplateCoordinator: Coordinator<Never>, PlaceCoordinator {
  private let viewModel: TemplateViewModel
  private let list: TemplateList

  init(_ list: TemplateList) {
    self.list = list
    viewModel = TemplateViewModel(list)
    super.init()
  }

  override func start() {
    push(
      TemplateScreen(
        viewModel,
        TemplateScreen.Requests(
          onAdd: { [weak self] in await self?.add() },
          onItem: { [weak self] in self?.show($0) })))
  }

  func show(_ route: Route) async -> RouteAnswer {
    await find(route) { show($0) }
  }

  func check(_ route: Route) async -> RouteAnswer {
    await find(route) { _ in }
  }

  private func find(_ route: Route, _ found: (TemplateItem) -> Void) async -> RouteAnswer {
    guard let id = TemplatePlace.item(route) else { return .noPage }
    do throws(StorageError) {
      guard let item = try await list.item(id) else {
        return .refused(TemplateRefusal.noItem)
      }
      found(item)
      return .shown
    } catch { return .refused(TemplateRefusal.storage(error)) }
  }

  private func add() async {
    viewModel.show(nil)
    let form = TemplateFormCoordinator(list: list)
    if let item = await run(form, .present).value { viewModel.show(.added(item)) }
  }

  private func show(_ item: TemplateItem) {
    viewModel.show(nil)
    startChild(TemplateItemCoordinator(item, list: list)) { [viewModel] outcome in
      if let removed = outcome.value { viewModel.show(.removed(removed)) }
    }
  }
}
