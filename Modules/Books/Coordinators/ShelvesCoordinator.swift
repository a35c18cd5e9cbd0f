import Core

/// The tab with the reader's shelves.
final class ShelvesCoordinator: BrowsingCoordinator {
  init(services: BooksServices) {
    super.init(services: services, name: "shelves")
  }

  override func makeRoot() -> any Screen {
    let shelves = ShelvesViewModel(services: services)
    return ShelvesScreen(
      shelves, onShelf: { [weak self] in self?.showShelf($0) },
      onMakeShelf: { [weak self, services] in
        if shelves.hasShelf(named: $0) { return shelves.refuseTwin(of: $0) }
        _ = await self?.makeShelf(named: $0, in: shelves, for: services)
      },
      onAddByHand: { [weak self] in self?.addByHand() })
  }
}
