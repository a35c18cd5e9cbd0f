import Catalogue
import Core
import Observation

/// An author and their books.
@MainActor @Observable final class AuthorViewModel {
  let key: String
  private(set) var author: CatalogueAuthor?
  let list: BookListViewModel

  @ObservationIgnored private let services: BooksServices

  init(key: String, services: BooksServices) {
    self.key = key
    self.services = services
    list = BookListViewModel(services: services) { catalogue, offset throws(CatalogueError) in
      try await catalogue.books(byAuthor: key, offset: offset, limit: BookListViewModel.pageSize)
    }
  }

  /// Loads the missing parts of the author and the books.
  var appearance: AppearanceWork {
    { [self] in
      // Without its books an author's page has failed.
      if author == nil { await loadAuthor() }
      await list.appearance()
    }
  }

  /// Tries again after a failure.
  func retry() async {
    await loadAuthor()
    await list.reload()
  }

  private func loadAuthor() async {
    // Who an author is changes rarely: an earlier answer will do.
    if let earlier = services.catalogue.earlier, let known = try? await earlier.author(key) {
      author = known
    } else {
      author = try? await services.catalogue.author(key)
    }
  }
}
