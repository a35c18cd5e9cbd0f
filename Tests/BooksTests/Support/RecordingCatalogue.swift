import Catalogue
import Synchronization

/// A catalogue that answers each search with the same books, or fails, and records the searches.
final class RecordingCatalogue: BookCatalogue {
  private let books: [CatalogueBook]
  private let redirects: [String: String]
  private let authors: [CatalogueAuthor]
  private let isWhole: Bool
  private let error: CatalogueError?
  let listsEditions: Bool
  let earlier: (any BookCatalogue)?
  private let asked = Mutex<[BookQuery]>([])

  /// - Parameters:
  ///   - books: the books of every list.
  ///   - redirects: keys of books that were merged into another one, with its key.
  ///   - authors: the authors who have a page.
  ///   - isWhole: whether no list lacks less popular books.
  ///   - error: what every list fails with.
  ///   - listsEditions: whether it has editions, and so their ISBNs.
  ///   - earlier: what it has answered before.
  init(
    _ books: [CatalogueBook] = [], redirects: [String: String] = [:],
    authors: [CatalogueAuthor] = [], isWhole: Bool = true, failing error: CatalogueError? = nil,
    listsEditions: Bool = false, earlier: (any BookCatalogue)? = nil
  ) {
    self.books = books
    self.redirects = redirects
    self.authors = authors
    self.isWhole = isWhole
    self.error = error
    self.listsEditions = listsEditions
    self.earlier = earlier
  }

  /// The searches so far.
  var queries: [BookQuery] { asked.withLock(\.self) }

  private func page() throws(CatalogueError) -> Page<CatalogueBook> {
    if let error { throw error }
    return Page(items: books, total: books.count, next: nil, isWhole: isWhole)
  }

  func featured() async throws(CatalogueError) -> Page<CatalogueBook> { try page() }

  func search(
    _ query: BookQuery, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    asked.withLock { $0.append(query) }
    return try page()
  }

  func books(
    onSubject subject: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> { try page() }

  func books(
    byAuthor key: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> { try page() }

  func book(
    _ key: String, listed: CatalogueBook?
  ) async throws(CatalogueError) -> CatalogueBookDetail {
    let key = redirects[key] ?? key
    guard let book = try page().items.first(where: { $0.reference.key == key }) else {
      throw .notFound
    }
    return CatalogueBookDetail(book: book)
  }

  func author(_ key: String) async throws(CatalogueError) -> CatalogueAuthor {
    guard let author = authors.first(where: { $0.key == key }) else { throw .notFound }
    return author
  }
}
