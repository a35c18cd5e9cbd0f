public import Services

/// A kind of books that a reader may like.
public struct Genre: Hashable, Sendable, Identifiable {
  /// Identifies the genre; kept in profiles, so it never changes.
  public let id: Identifier<Genre>
  /// The name of the subject under which catalogues have its books.
  public let subject: String

  /// The genres that a reader can choose from, in the order in which they are shown.
  public static let all = [
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

  /// How many genres can be favourites.
  public static let maximumFavourites = 5

  /// The genre with this identifier, or nil for one that this version does not know.
  public static func known(_ id: Identifier<Genre>) -> Genre? {
    all.first { $0.id == id }
  }
}
