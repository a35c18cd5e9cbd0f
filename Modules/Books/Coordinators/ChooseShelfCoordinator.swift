import Catalogue
import Core

/// Asks for a shelf for a book or several; the outcome is the shelf.
final class ChooseShelfCoordinator: Coordinator<Shelf> {
  private let books: ShelvedBooks
  private let services: BooksServices

  init(for books: ShelvedBooks, services: BooksServices) {
    self.books = books
    self.services = services
    super.init()
  }

  override func start() {
    let shelves = ShelvesViewModel(services: services)
    push(
      ChooseShelfScreen(
        shelves, for: books,
        ChooseShelfScreen.Requests(
          onShelf: { [weak self] in self?.finish($0) },
          onMakeShelf: { [weak self] name in
            guard let self else { return }
            let shelf = await makeShelf(named: name, in: shelves, for: services)
            if let shelf { finish(shelf) }
          })))
  }
}
