/// A catalogue of books.
///
/// Long work runs off the main actor. `BookCatalogueContract` in the tests is the contract for catalogues on this
/// machine. One on the network has the same pages and errors, and finds what its service finds.
public protocol BookCatalogue: Sendable {
  /// The earlier answers of this catalogue, without asking anyone: a question without an earlier
  /// answer fails. Nil for a catalogue that has everything at hand.
  var earlier: (any BookCatalogue)? { get }
  /// Returns the featured books.
  func featured() async throws(CatalogueError) -> Page<CatalogueBook>
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
  /// - Parameters:
  ///   - key: the book's key in this catalogue.
  ///   - listed: the book from a list of this catalogue, if available.
  func book(
    _ key: String, listed: CatalogueBook?
  ) async throws(CatalogueError) -> CatalogueBookDetail
  /// Returns one author.
  func author(_ key: String) async throws(CatalogueError) -> CatalogueAuthor
  /// Whether the catalogue lists the editions of its books.
  var listsEditions: Bool { get }
  /// Returns the editions of a book from `offset`; fails with ``CatalogueError/notFound`` in a
  /// catalogue that lists none.
  func editions(
    of key: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueEdition>
}

extension BookCatalogue {
  /// Nil.
  public var earlier: (any BookCatalogue)? { nil }

  /// False.
  public var listsEditions: Bool { false }

  /// Throws ``CatalogueError/notFound``: the catalogue lists no editions.
  public func editions(
    of key: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueEdition> { throw .notFound }

  /// Returns one book by its key alone.
  public func book(_ key: String) async throws(CatalogueError) -> CatalogueBookDetail {
    try await book(key, listed: nil)
  }
}
