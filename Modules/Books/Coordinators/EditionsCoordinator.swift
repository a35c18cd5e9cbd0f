import Catalogue
import Core

/// Asks which edition of a book is the reader's; the outcome is the edition.
final class EditionsCoordinator: Coordinator<CatalogueEdition> {
  private let entry: LibraryEntry
  private let viewModel: EditionsViewModel

  /// Creates the flow for a book of the catalogue.
  init(of reference: CatalogueReference, in entry: LibraryEntry, services: BooksServices) {
    self.entry = entry
    viewModel = EditionsViewModel(reference.key, services: services)
    super.init()
  }

  override func start() {
    viewModel.inBackground = { [weak self] in self?.performInBackground($0, $1) }
    push(
      EditionsScreen(
        viewModel, of: entry.book.title, onEdition: { [weak self] in self?.finish($0) }))
  }
}
