import Catalogue
import Core
import Observation

/// An author and their books.
@MainActor @Observable final class AuthorViewModel {
  let key: String
  private(set) var author: CatalogueAuthor?
  let list: BookListViewModel

  @ObservationIgnored private let catalogue: any BookCatalogue

  init(key: String, services: BooksServices) {
    self.key = key
    let catalogue = services.catalogue
    self.catalogue = catalogue
    list = BookListViewModel(library: services.library) { offset throws(CatalogueError) in
      try await catalogue.books(byAuthor: key, offset: offset, limit: BookListViewModel.pageSize)
    }
  }

  /// Loads the missing parts of the author and the books.
  var appearance: AppearanceWork {
    { [self] in
      // Without its books an author's page has failed.
      if author == nil { author = try? await catalogue.author(key) }
      await list.appearance()
    }
  }

  /// Tries again after a failure.
  func retry() async {
    author = try? await catalogue.author(key)
    await list.reload()
  }
}
