import Catalogue
import Synchronization

/// A catalogue that answers with its name.
final class Answers: BookCatalogue {
  private let name: String
  private let hasBooks: Bool
  let earlier: (any BookCatalogue)?
  private let hanging = Mutex(0)
  private let action = Mutex<(@Sendable () -> Void)?>(nil)
  private let state = Mutex(
    (error: CatalogueError?.none, count: 0, origin: AnswerOrigin.catalogue, offsets: [Int]()))

  init(_ name: String, hasBooks: Bool = true, earlier: (any BookCatalogue)? = nil) {
    self.name = name
    self.hasBooks = hasBooks
    self.earlier = earlier
  }

  var count: Int { state.withLock { $0.count } }

  var offsets: [Int] { state.withLock { $0.offsets } }

  func fail(_ error: CatalogueError?) { state.withLock { $0.error = error } }

  /// Lets this number of searches wait until they are cancelled.
  func hang(_ searches: Int) { hanging.withLock { $0 = searches } }

  /// Sets what happens before each search, or nil for nothing.
  func whenSearched(_ action: (@Sendable () -> Void)?) { self.action.withLock { $0 = action } }

  func answerWith(_ origin: AnswerOrigin) { state.withLock { $0.origin = origin } }

  private var origin: AnswerOrigin { state.withLock { $0.origin } }

  var listsEditions: Bool { name == "remote" }

  func editions(
    of key: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueEdition> {
    guard listsEditions else { throw .notFound }
    return Page(items: [CatalogueEdition(key: "x", title: try answer().title)], total: 1, next: nil)
  }

  private func answer() throws(CatalogueError) -> CatalogueBook {
    let error = state.withLock { state in
      state.count += 1
      return state.error
    }
    if let error { throw error }
    return CatalogueBook(reference: CatalogueReference(source: name, key: "x"), title: name)
  }

  private func page() throws(CatalogueError) -> Page<CatalogueBook> {
    let book = try answer()
    return hasBooks ? Page(items: [book], total: 1, next: nil, origin: origin) : .empty
  }

  func featured() async throws(CatalogueError) -> Page<CatalogueBook> { try page() }

  func search(
    _ query: BookQuery, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    let action = action.withLock(\.self)
    action?()
    let hangs = hanging.withLock { left in
      defer { left = max(left - 1, 0) }
      return left > 0
    }
    if hangs {
      let (never, continuation) = AsyncStream<Never>.makeStream()
      for await _ in never {}
      continuation.finish()
      throw .cancelled
    }
    state.withLock { $0.offsets.append(offset) }
    var page = try page()
    page.next = offset + 1
    return page
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
    CatalogueBookDetail(book: try answer(), summary: nil, subjects: [], origin: origin)
  }

  func author(_ key: String) async throws(CatalogueError) -> CatalogueAuthor {
    CatalogueAuthor(key: key, name: try answer().title, origin: origin)
  }
}

final class Changes: Sendable {
  private let list = Mutex<[FallbackCatalogue.Change]>([])

  var all: [FallbackCatalogue.Change] { list.withLock { $0 } }

  func add(_ change: FallbackCatalogue.Change) { list.withLock { $0.append(change) } }
}
