import Core

/// The tab with the reader's shelves.
final class ShelvesCoordinator: BrowsingCoordinator {
  private let shelves: ShelvesViewModel

  init(services: BooksServices) {
    shelves = ShelvesViewModel(services: services)
    super.init(services: services, name: "shelves")
  }

  override func makeRoot() -> any Screen {
    let shelves = shelves
    return ShelvesScreen(
      shelves,
      ShelvesScreen.Requests(
        onShelf: { [weak self] in self?.showShelf($0) },
        onMakeShelf: { [weak self, services] in
          _ = await self?.makeShelf(named: $0, in: shelves, for: services)
        },
        onAddByHand: { [weak self] in self?.addByHand() }))
  }

  override func shelfWasDeleted(_ deletion: RecordedChange) {
    shelves.showDeleted(deletion)
  }
}
