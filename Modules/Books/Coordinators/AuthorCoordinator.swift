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
    let viewModel = AuthorViewModel(key: key, services: services)
    viewModel.inBackground = { [weak self] in self?.performInBackground($0, $1) }
    push(
      AuthorScreen(
        viewModel,
        onBook: { [weak self] in self?.showBook(.listed($0)) }),
      route: BooksPlace.author(key).route)
  }

  private func showBook(_ source: BookDetailViewModel.Source) {
    startChild(BookCoordinator(source, services: services))
  }
}
