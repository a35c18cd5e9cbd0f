import Catalogue
import Core

/// Asks for a shelf for a book or several; the outcome is the shelf.
final class ChooseShelfCoordinator: Coordinator<Shelf> {
  private let books: String
  private let marked: Set<Shelf.ID>
  private let services: BooksServices

  /// - Parameters:
  ///   - books: the book or the number of books, as text.
  ///   - marked: the shelves of a single book.
  init(for books: String, on marked: Set<Shelf.ID> = [], services: BooksServices) {
    self.books = books
    self.marked = marked
    self.services = services
    super.init()
  }

  override func start() {
    let shelves = ShelvesViewModel(services: services)
    push(
      ChooseShelfScreen(
        shelves, for: books, on: marked,
        ChooseShelfScreen.Requests(
          onShelf: { [weak self] in self?.finish($0) },
          onMakeShelf: { [weak self] name in
            guard let self else { return }
            let shelf = await makeShelf(named: name, in: shelves, for: services)
            if let shelf { finish(shelf) }
          })))
  }
}
