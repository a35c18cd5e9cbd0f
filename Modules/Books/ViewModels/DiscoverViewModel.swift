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

  /// - Parameters:
  ///   - inBackground: starts background work of the list's owner.
  ///   - secondColumn: the column beside the list, if there is one.
  init(
    services: BooksServices, inBackground: @escaping BackgroundStart,
    beside secondColumn: SecondColumn? = nil
  ) {
    preferences = services.preferences
    featured = BookListViewModel(
      services: services, inBackground: inBackground, beside: secondColumn
    ) { catalogue, _ throws(CatalogueError) in
      try await catalogue.featured()
    }
  }
}
