import Core
import Services

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

  override func show(_ route: Route) async -> RouteAnswer {
    guard case .shelf(let id) = BooksPlace(route) else { return await super.show(route) }
    do throws(StorageError) {
      let all = try await services.library.shelves()
      guard let shelf = all.first(where: { $0.id == id }) else {
        return .refused(PlaceRefusal.noShelf)
      }
      if isDeep { restoreShelf(shelf) } else { showShelf(shelf) }
      return .shown
    } catch { return .refused(PlaceRefusal.storage(error)) }
  }

  private func showShelf(_ shelf: Shelf) {
    startList(
      ShelfCoordinator(shelf, services: services, beside: secondColumn) { [weak self] in
        self?.showBook(.entry($0))
      }, onEnd: noteDeletion)
  }

  private func restoreShelf(_ shelf: Shelf) {
    restore(
      ShelfCoordinator(shelf, services: services) { [weak self] in self?.restoreBook(.entry($0)) },
      onEnd: noteDeletion)
  }

  /// Shows on the list that a shelf was deleted on its page.
  private var noteDeletion: (Outcome<RecordedChange>) -> Void {
    { [shelves] in if let deletion = $0.value { shelves.showDeleted(deletion) } }
  }
}
