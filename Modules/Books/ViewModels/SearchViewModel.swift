import Catalogue
import Core
import Observation

/// A search: its query and its results.
@MainActor @Observable final class SearchViewModel {
  private(set) var query = BookQuery()
  let list: BookListViewModel

  init(services: BooksServices) {
    list = BookListViewModel(services: services) { _, _ in .empty }
  }

  /// Searches for another query; an empty one clears the list.
  func search(_ query: BookQuery) async {
    self.query = query
    list.load = { catalogue, offset throws(CatalogueError) in
      guard !query.isEmpty else { return .empty }
      return try await catalogue.search(query, offset: offset, limit: BookListViewModel.pageSize)
    }
    await list.reload()
  }

  /// Searches again after a failure, or else loads the marks again.
  var appearance: AppearanceWork? {
    query.isEmpty ? nil : list.appearance
  }
}
