import Synchronization

/// A catalogue on the network, in whose place another one answers while it is away.
///
/// An earlier answer of the remote catalogue is better than one of the local catalogue. While the remote
/// catalogue is away, each question waits for it only briefly. An answer that still holds is given without
/// asking it, and shows nothing about its return.
///
/// The local catalogue answers for its own books in any case: the keys of the remote catalogue are Open Library's, such
/// as `OL45883W`, and each other key is a local one. A list continues with the catalogue with which it has begun: the
/// next page of a remote list fails while the remote catalogue is away, and can be asked for again.
public final class FallbackCatalogue: BookCatalogue {
  /// A question about a list from an offset, or about one book or author.
  private typealias Question<Value> =
    @Sendable (_ catalogue: any BookCatalogue, _ offset: Int) async throws(CatalogueError) -> Value
  /// A question that the remote catalogue has not answered.
  private typealias Unanswered = @Sendable (any BookCatalogue) async throws(CatalogueError) -> Void

  /// Offsets from this one are those of a local list, which is in the place of a remote one.
  private static let firstLocal = 1 << 40

  private let remote: any BookCatalogue
  private let local: any BookCatalogue
  private let patience: @Sendable () async throws -> Void
  private let onUnanswered: @Sendable () -> Void
  private let reach: CatalogueReach
  /// The last unanswered question.
  private let unanswered = Mutex<Unanswered?>(nil)

  /// Creates a catalogue.
  ///
  /// - Parameters:
  ///   - remote: the catalogue that is asked first; its keys are Open Library's.
  ///   - local: the catalogue that answers while the other one is away.
  ///   - patience: sleeps for as long as a question waits for a remote catalogue that is away; ends at
  ///     once when its task is cancelled.
  ///   - onChange: called once for each change, in order, from any thread.
  ///   - onUnanswered: called from any thread when a question has waited in vain for a remote catalogue that
  ///     is away: it may be back, and only slow.
  public init(
    remote: any BookCatalogue, local: any BookCatalogue,
    patience: @escaping @Sendable () async throws -> Void,
    onChange: @escaping @Sendable (Change) -> Void = { _ in },
    onUnanswered: @escaping @Sendable () -> Void = {}
  ) {
    self.remote = remote
    self.local = local
    self.patience = patience
    self.onUnanswered = onUnanswered
    reach = CatalogueReach(onChange)
  }

  /// The earlier answers of the remote catalogue.
  public var earlier: (any BookCatalogue)? { remote.earlier }

  /// Whether the remote catalogue has not answered last.
  public var isAway: Bool { reach.isAway }

  /// Asks a catalogue what the remote one has not answered last, and notes whether it answers again: another
  /// question may well be answered meanwhile, although this one fails each time.
  ///
  /// - Parameter catalogue: asks the remote service, perhaps without further tries.
  /// - Throws: the error if there is no answer, or only a part of one. That there is no such book is an answer,
  ///   and that the service refuses this search.
  public func askAgain(_ catalogue: any BookCatalogue) async throws(CatalogueError) {
    do throws(CatalogueError) { try await unanswered.withLock(\.self)?(catalogue) } catch {
      guard error != .cancelled, !error.meansAway else { throw error }
    }
    noteReturn()
  }

  /// Notes that the remote catalogue answers again.
  func noteReturn() { reach.note(nil) }

  /// Returns the featured books.
  public func featured() async throws(CatalogueError) -> Page<CatalogueBook> {
    try await ask { catalogue, _ async throws(CatalogueError) in try await catalogue.featured() }
  }

  /// Returns the matching books from `offset`.
  public func search(
    _ query: BookQuery, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    try await ask(from: offset) { catalogue, offset async throws(CatalogueError) in
      try await catalogue.search(query, offset: offset, limit: limit)
    }
  }

  /// Returns the books of a subject from `offset`.
  public func books(
    onSubject subject: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    try await ask(from: offset) { catalogue, offset async throws(CatalogueError) in
      try await catalogue.books(onSubject: subject, offset: offset, limit: limit)
    }
  }

  /// Returns the books of an author from `offset`.
  public func books(
    byAuthor key: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    try await ask(from: offset, about: key) { catalogue, offset async throws(CatalogueError) in
      try await catalogue.books(byAuthor: key, offset: offset, limit: limit)
    }
  }

  /// Returns one book.
  public func book(
    _ key: String, listed: CatalogueBook?
  ) async throws(CatalogueError) -> CatalogueBookDetail {
    try await ask(about: key) { catalogue, _ async throws(CatalogueError) in
      try await catalogue.book(key, listed: listed)
    }
  }

  /// Returns one author.
  public func author(_ key: String) async throws(CatalogueError) -> CatalogueAuthor {
    try await ask(about: key) { catalogue, _ async throws(CatalogueError) in
      try await catalogue.author(key)
    }
  }

  /// Whether the remote catalogue lists editions.
  public var listsEditions: Bool { remote.listsEditions }

  /// Returns the editions of a book from `offset`.
  public func editions(
    of key: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueEdition> {
    try await ask(from: offset, about: key) { catalogue, offset async throws(CatalogueError) in
      try await catalogue.editions(of: key, offset: offset, limit: limit)
    }
  }

  /// Asks the remote catalogue, and the local one where that is away.
  ///
  /// - Parameters:
  ///   - offset: the offset in a list.
  ///   - key: the key of the book or author, if there is one.
  private func ask<Value: CatalogueAnswer>(
    from offset: Int = 0, about key: String? = nil,
    _ question: @escaping Question<Value>
  ) async throws(CatalogueError) -> Value {
    if let key, !CatalogueReference.isNumbered(key) { return try await question(local, offset) }
    if offset >= Self.firstLocal {
      return try await question(local, offset - Self.firstLocal)
        .standingIn(because: reach.problem ?? .offline, from: Self.firstLocal)
    }
    if reach.isAway, let answer = await earlierAnswer(from: offset, question),
      answer.origin == .catalogue
    {
      return answer
    }
    switch try await notedAnswer(from: offset, question) {
    case .success(let answer): return answer
    case .failure(let problem):
      guard offset == 0 else { throw problem }
      return try await askLocal(because: problem, question)
    }
  }

  /// Asks the local catalogue in place of the remote one, which is away, for the beginning of an answer.
  private func askLocal<Value: CatalogueAnswer>(
    because problem: CatalogueError, _ question: @escaping Question<Value>
  ) async throws(CatalogueError) -> Value {
    let answer: Value
    do throws(CatalogueError) { answer = try await question(local, 0) } catch {
      // A book that the local catalogue lacks may well exist.
      throw error == .notFound ? problem : error
    }
    var problem = problem
    // The service may have returned meanwhile, and then nothing else asks it again.
    if !reach.isAway {
      switch try await notedAnswer(from: 0, question) {
      case .success(let answer): return answer
      case .failure(let later): problem = later
      }
    }
    // The remote catalogue may well have books where the local one has none.
    if (answer as? Page<CatalogueBook>)?.items.isEmpty == true { throw problem }
    return answer.standingIn(because: problem, from: Self.firstLocal)
  }

  /// Asks the remote catalogue, and notes whether it answers.
  ///
  /// - Returns: the answer, or why the remote catalogue is away.
  private func notedAnswer<Value: CatalogueAnswer>(
    from offset: Int, _ question: @escaping Question<Value>
  ) async throws(CatalogueError) -> Result<Value, CatalogueError> {
    do throws(CatalogueError) {
      let answer = try await askRemote(from: offset, question)
      switch answer.origin {
      case .catalogue, .earlier(_, because: .refused?): reach.note(nil)
      case .earlier(_, because: let problem?) where problem.meansAway,
        .standIn(because: let problem):
        note(problem, of: question, offset)
      case .earlier: break
      }
      return .success(answer)
    } catch {
      // A refusal is an answer. That there is no such book may be known without a request.
      if case .refused = error { reach.note(nil) }
      guard error.meansAway else { throw error }
      note(error, of: question, offset)
      return .failure(error)
    }
  }

  /// Asks the remote catalogue; while it is away, only for as long as `patience` sleeps.
  private func askRemote<Value: CatalogueAnswer>(
    from offset: Int, _ question: @escaping Question<Value>
  ) async throws(CatalogueError) -> Value {
    guard reach.isAway else { return try await question(remote, offset) }
    let result = await answerWithin(patience) { [remote] () async throws(CatalogueError) in
      try await question(remote, offset)
    }
    if let result { return try result.get() }
    if Task.isCancelled { throw .cancelled }
    // The service may have returned meanwhile.
    guard let problem = reach.problem else { return try await question(remote, offset) }
    onUnanswered()
    guard var answer = await earlierAnswer(from: offset, question) else { throw problem }
    if case .earlier(let seconds, because: nil) = answer.origin {
      answer.origin = .earlier(seconds: seconds, because: problem)
    }
    return answer
  }

  /// Returns the earlier answer of the remote catalogue, or nil.
  private func earlierAnswer<Value: CatalogueAnswer>(
    from offset: Int, _ question: Question<Value>
  ) async -> Value? {
    guard let earlier = remote.earlier else { return nil }
    return try? await question(earlier, offset)
  }

  private func note<Value: CatalogueAnswer>(
    _ problem: CatalogueError, of question: @escaping Question<Value>, _ offset: Int
  ) {
    unanswered.withLock { unanswered in
      unanswered = { catalogue async throws(CatalogueError) in
        let answer = try await question(catalogue, offset)
        // A book whose search fails is such an answer.
        if case .earlier(_, because: let problem?) = answer.origin { throw problem }
      }
    }
    reach.note(problem)
  }
}
