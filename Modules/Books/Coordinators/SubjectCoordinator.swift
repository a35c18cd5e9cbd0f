import Catalogue
import Core

/// Shows the books of a subject.
final class SubjectCoordinator: Coordinator<Never> {
  private let subject: String
  private let services: BooksServices
  private let secondColumn: SecondColumn?
  private let onBook: (BookDetailViewModel.Source) -> Void

  init(
    _ subject: String, services: BooksServices, beside secondColumn: SecondColumn? = nil,
    onBook: @escaping (BookDetailViewModel.Source) -> Void
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
    let onBook = onBook
    push(
      SubjectScreen(subject, list, onBook: { onBook(.listed($0)) }),
      route: BooksPlace.subject(subject).route)
  }
}
