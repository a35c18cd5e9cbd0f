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

/// Shows the books on a shelf.
final class ShelfCoordinator: Coordinator<Never> {
  private let shelf: Shelf
  private let services: BooksServices
  private let onEntry: (LibraryEntry.ID) -> Void

  init(_ shelf: Shelf, services: BooksServices, onEntry: @escaping (LibraryEntry.ID) -> Void) {
    self.shelf = shelf
    self.services = services
    self.onEntry = onEntry
    super.init()
  }

  override func start() {
    push(
      ShelfScreen(ShelfViewModel(shelf, services: services), onEntry: onEntry),
      route: BooksPlace.shelf(shelf.id).route)
  }
}

/// Asks for a shelf for a book; the outcome is the shelf.
final class ChooseShelfCoordinator: Coordinator<Shelf> {
  private let entry: LibraryEntry
  private let services: BooksServices

  init(for entry: LibraryEntry, services: BooksServices) {
    self.entry = entry
    self.services = services
    super.init()
  }

  override func start() {
    push(
      ChooseShelfScreen(
        ShelvesViewModel(services: services), for: entry,
        onShelf: { [weak self] in self?.finish($0) }))
  }
}
