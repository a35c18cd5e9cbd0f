import Core

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
