import Core

/// The tab with the reader's statistics.
final class StatisticsCoordinator: BrowsingCoordinator {
  private let viewModel: StatisticsViewModel

  init(services: BooksServices) {
    viewModel = StatisticsViewModel(services: services)
    super.init(services: services, name: "statistics")
  }

  override func makeRoot() -> any Screen {
    StatisticsScreen(viewModel, onDetails: { [weak self] in await self?.showDetails() })
  }

  override func show(_ route: Route) async -> RouteAnswer {
    guard BooksPlace(route) == .detailedStatistics else { return await super.show(route) }
    guard await require(services.requirements.membership) else {
      return .refused(PlaceRefusal.onlyForMembers)
    }
    restore(StatisticsDetailCoordinator(services: services))
    return .shown
  }

  private func showDetails() async {
    guard await require(services.requirements.membership) else { return viewModel.refuseDetails() }
    viewModel.forgetResults()
    startDetail(StatisticsDetailCoordinator(services: services))
  }
}
