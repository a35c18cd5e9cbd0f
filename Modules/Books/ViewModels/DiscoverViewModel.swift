import Catalogue
import Core
import Observation

/// What to begin with: featured books, and the subjects that the reader likes best.
@MainActor @Observable final class DiscoverViewModel {
  let featured: BookListViewModel
  @ObservationIgnored private let preferences: BooksPreferences

  /// The number of favourite subjects that are shown.
  private static let favouriteCount = 20
  /// The length of the longest subject that is shown, in UTF-8 bytes.
  private static let maximumLength = 100

  /// The subjects that the reader likes best, each once, without what can be no subject.
  var favourites: [String] {
    var seen: Set<String> = []
    let named = preferences.favouriteSubjects().map(\.trimmed).filter {
      !$0.isEmpty && $0.utf8.count <= Self.maximumLength && seen.insert($0.lowercased()).inserted
    }
    return Array(named.prefix(Self.favouriteCount))
  }

  init(services: BooksServices) {
    preferences = services.preferences
    let catalogue = services.catalogue
    featured = BookListViewModel(library: services.library) { _ throws(CatalogueError) in
      let books = try await catalogue.featured()
      return Page(items: books, total: books.count, next: nil)
    }
  }
}
