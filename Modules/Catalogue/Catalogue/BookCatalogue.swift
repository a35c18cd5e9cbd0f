/// A catalogue of books.
///
/// Long work runs off the main actor. The contract for implementations is `BookCatalogueContract`
/// in the tests.
public protocol BookCatalogue: Sendable {
  /// Returns the featured books.
  func featured() async throws(CatalogueError) -> [CatalogueBook]
  /// Returns the matching books from `offset`; a page has no duplicates.
  func search(
    _ query: BookQuery, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook>
  /// Returns the books of a subject from `offset`.
  func books(
    onSubject subject: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook>
  /// Returns the books of an author from `offset`.
  func books(
    byAuthor key: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook>
  /// Returns one book; follows a replaced key.
  ///
  /// - Parameter listed: the book from a list of this catalogue, if available.
  func book(
    _ key: String, listed: CatalogueBook?
  ) async throws(CatalogueError) -> CatalogueBookDetail
  /// Returns one author.
  func author(_ key: String) async throws(CatalogueError) -> CatalogueAuthor
}

extension BookCatalogue {
  /// Returns one book by its key alone.
  public func book(_ key: String) async throws(CatalogueError) -> CatalogueBookDetail {
    try await book(key, listed: nil)
  }
}

/// An error of a catalogue.
public enum CatalogueError: Error, Hashable, Sendable {
  /// There is no network connection.
  case offline
  /// The book or author does not exist, or no longer.
  case notFound
  /// The catalogue is busy or broken; a later retry may succeed.
  case unavailable(status: Int)
  /// The answer took too long.
  case timedOut
  /// The answer could not be decoded.
  case unreadable
  /// The task was cancelled.
  case cancelled
}
