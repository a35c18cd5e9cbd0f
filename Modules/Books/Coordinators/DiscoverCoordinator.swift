import Core

/// The tab for looking around.
final class DiscoverCoordinator: BrowsingCoordinator {
  init(services: BooksServices) {
    super.init(services: services, name: "discover")
  }

  override func makeRoot() -> any Screen {
    let viewModel = DiscoverViewModel(services: services)
    viewModel.featured.secondColumn = secondColumn
    viewModel.featured.pages.inBackground = { [weak self] in self?.performInBackground($0, $1) }
    return DiscoverScreen(
      viewModel,
      DiscoverScreen.Requests(
        onBook: { [weak self] in self?.showBook(.listed($0)) },
        onSubject: { [weak self] in self?.showSubject($0) }))
  }
}
