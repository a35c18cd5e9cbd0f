import Catalogue
import Core

/// Shows one book, and runs its flows: choosing a shelf, notes, editing the book.
///
/// The list, the book and the forms do not know each other: the outcome of a form comes back here.
final class BookCoordinator: Coordinator<Never> {
  private let source: BookDetailViewModel.Source
  private let services: BooksServices
  private lazy var viewModel = BookDetailViewModel(
    source, services: services, inBackground: background)
  private var page: NavigationTree.EntryID?

  /// Creates the flow.
  ///
  /// - Parameter wasAdded: whether the reader has just added the book by hand, which its page says.
  init(
    _ source: BookDetailViewModel.Source, services: BooksServices, wasAdded: Bool = false
  ) {
    self.source = source
    self.services = services
    super.init()
    if wasAdded { viewModel.result = .done(.added(to: .wantToRead), nil) }
  }

  override func start() {
    let place: BooksPlace =
      switch source {
      case .catalogue(let reference): .book(reference)
      case .listed(let book): .book(book.reference)
      case .entry(let id): .entry(id)
      }
    let variant = context.experiments["book-details"]
    page = push(
      BookDetailScreen(
        viewModel,
        BookDetailScreen.Arrangement(rawValue: variant ?? "") ?? .usual,
        BookDetailScreen.Requests(
          onAuthor: { [weak self] in self?.showAuthor($0) },
          onSubject: { [weak self] in self?.showSubject($0) },
          onChooseShelf: { [weak self] in await self?.chooseShelf(for: $0) },
          onEdition: { [weak self] in await self?.chooseEdition($0, of: $1) },
          onEdit: { [weak self] in await self?.edit($0) },
          onCorrect: { [weak self] in await self?.correct($0) },
          onRemove: { [weak self] in await self?.remove($0) })),
      route: place.route)
  }

  private func showAuthor(_ key: String) {
    startChild(AuthorCoordinator(key, services: services))
  }

  private func showSubject(_ name: String) {
    startChild(
      SubjectCoordinator(name, services: services) { [weak self] book in
        guard let self else { return }
        startChild(BookCoordinator(.listed(book), services: services))
      })
  }

  private func chooseShelf(for entry: LibraryEntry) async {
    let opened = services.library.opened(entry)
    let choice = ChooseShelfCoordinator(
      for: entry.book.title, on: entry.shelves, services: services)
    guard let shelf = await run(choice, .present).value else { return }
    await viewModel.choose(shelf, for: opened)
    updateRoute()
  }

  private func chooseEdition(_ reference: CatalogueReference, of entry: LibraryEntry) async {
    let choice = EditionsCoordinator(of: reference, in: entry, services: services)
    if let edition = await run(choice, .present).value { await viewModel.apply(edition, to: entry) }
  }

  private func edit(_ entry: LibraryEntry) async {
    let form = EditEntryCoordinator(entry, services: services)
    guard let saved = await run(form, .present).value else { return }
    viewModel.show(saved)
    updateRoute()
  }

  /// Lets a restart restore the entry that the page has got by a sign-in on the way.
  private func updateRoute() {
    guard let page, case .entry(let id) = source, let shown = viewModel.entry?.id, shown != id
    else { return }
    setRoute(BooksPlace.entry(shown).route, of: page)
  }

  private func correct(_ entry: LibraryEntry) async {
    let form = BookFormCoordinator(
      .correct(entry, details: viewModel.known), services: services)
    if let saved = await run(form, .present).value { viewModel.show(saved) }
  }

  /// Removes the book, after a question if a rating or text would be removed with it.
  private func remove(_ entry: LibraryEntry) async {
    if let question = RemovalText(entry) {
      guard await confirmRemoval(question) else { return }
    }
    await viewModel.remove()
  }
}
