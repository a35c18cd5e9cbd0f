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

/// An error of a catalogue.
public enum CatalogueError: Error, Hashable, Sendable {
  /// There is no connection to the catalogue.
  case offline
  /// The connection ended before the answer was complete.
  case interrupted
  /// This machine can't send requests, in words of the network's code that say why, such as a missing library.
  case noTransport(String)
  /// The proxy refuses, or can't be used, in words of the network's code.
  case proxy(String)
  /// There is no connection that can be trusted.
  case untrusted(TrustProblem)
  /// The book or author does not exist, or no longer.
  case notFound
  /// The catalogue is busy or broken; a later retry may succeed. The status is that of the service's answer, or 0
  /// for a catalogue on this machine.
  case unavailable(status: Int)
  /// The catalogue refuses this search, and would again, such as one for a word that is too short. It answers
  /// other questions.
  case refused(status: Int)
  /// The answer took too long.
  case timedOut
  /// The answer could not be decoded.
  case unreadable
  /// The task was cancelled.
  case cancelled
}

/// Why there is no connection to a server that can be trusted.
public enum TrustProblem: String, Hashable, Sendable, CaseIterable {
  /// Its certificate is too old, or not valid yet.
  case expired
  /// Its certificate is another host's.
  case wrongHost
  /// Its certificate is signed by itself, or by an authority that this machine does not trust.
  case unknownAuthority
  /// Its certificate is refused for another reason, or there is no agreement about TLS, as with a server that has
  /// none.
  case other
}

/// Where the answer of a catalogue comes from.
public enum AnswerOrigin: Hashable, Sendable {
  /// From the catalogue, now or so recently that it holds.
  case catalogue
  /// From an earlier answer of the catalogue, with its age in seconds. It may have changed since.
  ///
  /// The reason is there if the catalogue was asked again and could not answer.
  case earlier(seconds: Int, because: CatalogueError?)
  /// From another catalogue, because this one is away.
  case standIn(because: CatalogueError)

  /// The less reliable one of two origins, for an answer that was made of two.
  package func joined(_ other: AnswerOrigin) -> AnswerOrigin {
    switch (self, other) {
    case (.standIn, _), (_, .catalogue): self
    case (_, .standIn), (.catalogue, _): other
    case (.earlier(let age, let reason), .earlier(let otherAge, let otherReason)):
      .earlier(seconds: max(age, otherAge), because: reason ?? otherReason)
    }
  }
}
