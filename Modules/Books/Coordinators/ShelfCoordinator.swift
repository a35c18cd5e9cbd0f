import Core

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
