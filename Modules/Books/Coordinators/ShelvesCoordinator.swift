import Core

/// The tab with the reader's shelves.
final class ShelvesCoordinator: BrowsingCoordinator {
  init(services: BooksServices) {
    super.init(services: services, name: "shelves")
  }

  override func makeRoot() -> any Screen {
    ShelvesScreen(
      ShelvesViewModel(services: services), onShelf: { [weak self] in self?.showShelf($0) },
      onAddByHand: { [weak self] in self?.addByHand() })
  }
}
