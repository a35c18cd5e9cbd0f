import Core

/// The tab for looking around.
final class DiscoverCoordinator: BrowsingCoordinator {
  init(services: BooksServices) {
    super.init(services: services, name: "discover")
  }

  override func makeRoot() -> any Screen {
    DiscoverScreen(
      DiscoverViewModel(services: services, inBackground: background, beside: secondColumn),
      DiscoverScreen.Requests(
        onBook: { [weak self] in self?.showBook(.listed($0)) },
        onSubject: { [weak self] in self?.showSubject($0) }))
  }
}
