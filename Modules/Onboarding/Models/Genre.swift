public import Core

/// A kind of books that a reader may like.
public struct Genre: Hashable, Sendable, Identifiable {
  /// Identifies the genre.
  public let id: Identifier<Genre>
  /// The name of the subject under which catalogues have its books.
  public let subject: String
}
