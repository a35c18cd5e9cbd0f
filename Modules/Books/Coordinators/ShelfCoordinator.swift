import Catalogue
import Core

/// Shows the books on a shelf; the outcome is the shelf, if the reader deletes it.
final class ShelfCoordinator: Coordinator<Shelf> {
  private let shelf: Shelf
  private let services: BooksServices
  private let secondColumn: SecondColumn?
  private let onEntry: (LibraryEntry.ID) -> Void

  init(
    _ shelf: Shelf, services: BooksServices, beside secondColumn: SecondColumn? = nil,
    onEntry: @escaping (LibraryEntry.ID) -> Void
  ) {
    self.shelf = shelf
    self.services = services
    self.secondColumn = secondColumn
    self.onEntry = onEntry
    super.init()
  }

  override func start() {
    push(
      ShelfScreen(
        ShelfViewModel(shelf, services: services, beside: secondColumn), onEntry: onEntry,
        onDeleted: { [weak self] in self?.finish($0) }),
      route: BooksPlace.shelf(shelf.id).route)
  }
}
