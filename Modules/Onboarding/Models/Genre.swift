import Services

/// A genre of books.
struct Genre: Hashable, Sendable, Identifiable {
  /// Identifies the genre; stored in profiles, so it never changes.
  let id: Identifier<Genre>
  /// The name of the genre's subject in catalogues.
  let subject: String

  /// The available genres, in the order of display.
  static let all = [
    Genre(id: "classics", subject: "Classics"),
    Genre(id: "historical-fiction", subject: "Historical fiction"),
    Genre(id: "fantasy", subject: "Fantasy"),
    Genre(id: "science-fiction", subject: "Science fiction"),
    Genre(id: "mystery", subject: "Mystery"),
    Genre(id: "crime", subject: "Crime"),
    Genre(id: "horror", subject: "Horror"),
    Genre(id: "romance", subject: "Romance"),
    Genre(id: "adventure", subject: "Adventure"),
    Genre(id: "humor", subject: "Humor"),
    Genre(id: "poetry", subject: "Poetry"),
    Genre(id: "drama", subject: "Drama"),
    Genre(id: "short-stories", subject: "Short stories"),
    Genre(id: "childrens-literature", subject: "Children's literature"),
    Genre(id: "memoir", subject: "Memoir"),
    Genre(id: "history", subject: "History"),
    Genre(id: "philosophy", subject: "Philosophy"),
    Genre(id: "science", subject: "Science"),
  ]

  /// The maximum number of favourites.
  static let maximumFavourites = 5

  /// Returns the genre with this identifier, or nil for one of another version.
  static func known(_ id: Identifier<Genre>) -> Genre? {
    all.first { $0.id == id }
  }
}
