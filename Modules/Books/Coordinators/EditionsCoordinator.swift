import Catalogue
import Core

/// Asks which edition of a book is the reader's; the outcome is the edition.
final class EditionsCoordinator: Coordinator<CatalogueEdition> {
  private let entry: LibraryEntry
  private let editions: PagedList<CatalogueEdition, String>

  /// Creates the flow for a book of the catalogue.
  init(of reference: CatalogueReference, in entry: LibraryEntry, services: BooksServices) {
    self.entry = entry
    editions = PagedList(services: services, key: \.key) {
      catalogue, offset throws(CatalogueError) in
      try await catalogue.editions(
        of: reference.key, offset: offset, limit: BookListViewModel.pageSize)
    }
    super.init()
  }

  override func start() {
    editions.inBackground = { [weak self] in self?.performInBackground($0, $1) }
    push(
      EditionsScreen(
        editions, of: entry.book.title, onEdition: { [weak self] in self?.finish($0) }))
  }
}
