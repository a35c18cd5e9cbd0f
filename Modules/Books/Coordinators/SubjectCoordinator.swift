import Catalogue
import Core

/// Shows the books of a subject.
final class SubjectCoordinator: Coordinator<Never> {
  private let subject: String
  private let services: BooksServices
  private let secondColumn: SecondColumn?
  private let onBook: (CatalogueBook) -> Void

  init(
    _ subject: String, services: BooksServices, beside secondColumn: SecondColumn? = nil,
    onBook: @escaping (CatalogueBook) -> Void
  ) {
    self.subject = subject
    self.services = services
    self.secondColumn = secondColumn
    self.onBook = onBook
    super.init()
  }

  override func start() {
    let subject = subject
    let list = BookListViewModel(
      services: services, inBackground: background, beside: secondColumn
    ) { catalogue, offset throws(CatalogueError) in
      try await catalogue.books(
        onSubject: subject, offset: offset, limit: BookListViewModel.pageSize)
    }
    push(SubjectScreen(subject, list, onBook: onBook), route: BooksPlace.subject(subject).route)
  }
}
