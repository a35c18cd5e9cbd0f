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

  /// Fetches what is missing of author and books.
  var appearance: AppearanceWork {
    { [self] in
      // The list's failure is the page's: without its books an author page says little.
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
