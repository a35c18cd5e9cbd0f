import Core

/// Shows an author, and from there books.
final class AuthorCoordinator: Coordinator<Never> {
  private let key: String
  private let services: BooksServices

  init(_ key: String, services: BooksServices) {
    self.key = key
    self.services = services
    super.init()
  }

  override func start() {
    push(
      AuthorScreen(
        AuthorViewModel(key: key, services: services, inBackground: background),
        onBook: { [weak self] in self?.showBook(.listed($0)) }),
      route: BooksPlace.author(key).route)
  }

  private func showBook(_ source: BookDetailViewModel.Source) {
    startChild(BookCoordinator(source, services: services))
  }
}
