import Core
import Observation

/// What to begin with: featured books.
@MainActor @Observable final class DiscoverViewModel {
  let featured: BookListViewModel

  init(services: BooksServices) {
    let catalogue = services.catalogue
    featured = BookListViewModel(library: services.library) { _ throws(CatalogueError) in
      let books = try await catalogue.featured()
      return Page(items: books, total: books.count, next: nil)
    }
  }
}
