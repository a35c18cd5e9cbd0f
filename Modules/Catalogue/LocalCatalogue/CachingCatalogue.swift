public import Catalogue
import Synchronization

/// Caches the answers of a catalogue that never changes: a list that was shown before is returned
/// at once, without a thread switch. The journeys of `make bench` show the gain.
public final class CachingCatalogue: BookCatalogue {
  private enum Question: Hashable {
    case featured
    case search(BookQuery, Int, Int)
    case subject(String, Int, Int)
    case booksByAuthor(String, Int, Int)
    case book(String)
    case author(String)
  }

  /// The number of answers at which the cache is cleared.
  private static let capacity = 500
  /// The maximum length of a request's text in the cache, in bytes.
  private static let maximumTextLength = 200

  private let catalogue: any BookCatalogue
  private let answers = Mutex<[Question: any Sendable]>([:])

  /// Creates a cache of a catalogue whose answers never change.
  public init(_ catalogue: any BookCatalogue) {
    self.catalogue = catalogue
  }

  /// Returns the featured books.
  public func featured() async throws(CatalogueError) -> Page<CatalogueBook> {
    try await kept(.featured) { () async throws(CatalogueError) in
      try await catalogue.featured()
    }
  }

  /// Returns the matching books from `offset`.
  public func search(
    _ query: BookQuery, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    let texts = [query.words, query.author, query.subject, query.language ?? ""]
    return try await kept(
      .search(query, offset, limit), if: texts.allSatisfy(Self.isShort)
    ) { () async throws(CatalogueError) in
      try await catalogue.search(query, offset: offset, limit: limit)
    }
  }

  /// Returns the books of a subject from `offset`.
  public func books(
    onSubject subject: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    try await kept(.subject(subject, offset, limit), if: Self.isShort(subject)) {
      () async throws(CatalogueError) in
      try await catalogue.books(onSubject: subject, offset: offset, limit: limit)
    }
  }

  /// Returns the books of an author from `offset`.
  public func books(
    byAuthor key: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    try await kept(.booksByAuthor(key, offset, limit), if: Self.isShort(key)) {
      () async throws(CatalogueError) in
      try await catalogue.books(byAuthor: key, offset: offset, limit: limit)
    }
  }

  /// Returns one book.
  public func book(
    _ key: String, listed: CatalogueBook?
  ) async throws(CatalogueError) -> CatalogueBookDetail {
    try await kept(.book(key), if: Self.isShort(key)) { () async throws(CatalogueError) in
      try await catalogue.book(key, listed: listed)
    }
  }

  /// Returns one author.
  public func author(_ key: String) async throws(CatalogueError) -> CatalogueAuthor {
    try await kept(.author(key), if: Self.isShort(key)) { () async throws(CatalogueError) in
      try await catalogue.author(key)
    }
  }

  private static func isShort(_ text: String) -> Bool { text.utf8.count <= maximumTextLength }

  private func kept<Value: Sendable>(
    _ question: Question, if isShort: Bool = true,
    _ ask: () async throws(CatalogueError) -> Value
  ) async throws(CatalogueError) -> Value {
    if Task.isCancelled { throw .cancelled }
    guard isShort else { return try await ask() }
    if let known = answers.withLock({ $0[question] }) as? Value { return known }
    let value = try await ask()
    answers.withLock { answers in
      if answers.count >= Self.capacity { answers.removeAll() }
      answers[question] = value
    }
    return value
  }
}
