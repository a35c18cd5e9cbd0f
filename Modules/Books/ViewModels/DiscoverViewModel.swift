import Catalogue
import Core

/// Featured books, and the reader's favourite subjects.
@MainActor final class DiscoverViewModel {
  let featured: BookListViewModel
  private let preferences: BooksPreferences

  /// The maximum number of favourite subjects.
  private static let favouriteCount = 20
  /// The maximum length of a subject, in UTF-8 bytes.
  private static let maximumLength = 100

  /// The reader's favourite subjects, without duplicates and invalid ones.
  var favourites: [String] {
    var seen: Set<String> = []
    let named = preferences.favouriteSubjects().map(\.trimmed).filter {
      !$0.isEmpty && $0.utf8.count <= Self.maximumLength && seen.insert($0.lowercased()).inserted
    }
    return Array(named.prefix(Self.favouriteCount))
  }

  init(services: BooksServices) {
    preferences = services.preferences
    featured = BookListViewModel(services: services) { catalogue, _ throws(CatalogueError) in
      try await catalogue.featured()
    }
  }
}
