/// A catalogue of books in which a reader looks around.
///
/// What takes longer than a moment happens off the main actor. What an implementation must do is in
/// the tests' `BookCatalogueContract`.
public protocol BookCatalogue: Sendable {
  /// Books to begin with.
  func featured() async throws(CatalogueError) -> [CatalogueBook]
  /// The books that match, from `offset`; no book comes twice in one page.
  func search(
    _ query: BookQuery, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook>
  /// The books of a subject, from `offset`.
  func books(
    onSubject subject: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook>
  /// The books of an author, from `offset`.
  func books(
    byAuthor key: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook>
  /// One book; a key that was replaced by another one leads to that.
  ///
  /// - Parameter listed: what a list of this catalogue said of the book, if that is at hand.
  func book(
    _ key: String, listed: CatalogueBook?
  ) async throws(CatalogueError) -> CatalogueBookDetail
  /// One author.
  func author(_ key: String) async throws(CatalogueError) -> CatalogueAuthor
}

extension BookCatalogue {
  /// One book of which nothing is known yet.
  public func book(_ key: String) async throws(CatalogueError) -> CatalogueBookDetail {
    try await book(key, listed: nil)
  }
}

/// Why a catalogue does not answer.
public enum CatalogueError: Error, Hashable, Sendable {
  /// The network is away.
  case offline
  /// There is no such book or author, or not any more.
  case notFound
  /// The catalogue is busy or out of order; trying later may help.
  case unavailable(status: Int)
  /// The answer took too long.
  case timedOut
  /// The answer could not be understood.
  case unreadable
  /// The task was cancelled.
  case cancelled
}
