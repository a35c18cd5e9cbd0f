import Catalogue
import Core

/// Asks which edition of a book is the reader's; the outcome is the edition.
final class EditionsCoordinator: Coordinator<CatalogueEdition> {
  private let reference: CatalogueReference
  private let entry: LibraryEntry
  private let services: BooksServices

  /// Creates the flow for a book of the catalogue.
  init(of reference: CatalogueReference, in entry: LibraryEntry, services: BooksServices) {
    self.reference = reference
    self.entry = entry
    self.services = services
    super.init()
  }

  override func start() {
    let reference = reference
    let editions = PagedList<CatalogueEdition, String>(
      services: services, key: \.key, inBackground: background
    ) { catalogue, offset throws(CatalogueError) in
      try await catalogue.editions(
        of: reference.key, offset: offset, limit: BookListViewModel.pageSize)
    }
    push(
      EditionsScreen(
        editions, of: entry.book.title, onEdition: { [weak self] in self?.finish($0) }))
  }
}
