public import HTTP
public import Catalogue
import Services
public import Foundation

/// A catalogue over Open Library's API and any `HTTPClient`.
public struct OpenLibraryCatalogue: BookCatalogue {
  /// The maximum size of an answer, in bytes.
  static let maximumAnswer = 4 << 20
  /// An answer of the last month is better than none (RFC 5861, section 4). A stale one is shown by asking
  /// ``earlier``; this question waits for the answer of now, also where the server allows a stale one meanwhile
  /// (RFC 9111, section 5.2.1.3; RFC 5861, section 3).
  private static let usual = "stale-if-error=2592000, min-fresh=0"
  /// Only what is stored, however old (RFC 9111, section 5.2.1).
  private static let storedOnly = "only-if-cached, max-stale"
  /// The requested fields of a book in a list: those that are read.
  static let bookFields = BookRecord.CodingKeys.allCases.map(\.rawValue).joined(separator: ",")

  /// The limits of a request: a person waits for the answer, which usually has some 20 KB.
  public static let usualOptions = {
    var options = HTTPOptions()
    options.maximumBodySize = maximumAnswer
    options.firstByteTimeout = .seconds(20)
    options.idleTimeout = .seconds(15)
    options.wholeTimeout = .seconds(30)
    options.maximumRedirects = OpenLibraryGateway.maximumRedirects
    return options
  }()

  /// The limits of a request.
  public var options = Self.usualOptions
  /// Whether books and authors need keys of Open Library, such as `OL45883W`: where another catalogue answers for all
  /// other keys. A book with another one is left out, and an author has none.
  public var needsNumberedKeys = false
  /// Scheme, host and port.
  let origin: URLComponents
  private(set) var client: any HTTPClient
  let readOrigin: (@Sendable (HTTPResponse) -> AnswerOrigin)?
  /// The directives of requests to a cache.
  private(set) var cacheControl = Self.usual

  /// Creates a catalogue.
  ///
  /// - Parameters:
  ///   - base: scheme, host and port of the service, such as `https://openlibrary.org`; a path is ignored.
  ///   - client: sends the requests.
  ///   - readOrigin: reads where a response of the client's cache comes from; of one that the cache has made
  ///     itself, because it has none that may be used, an earlier answer with the reason. Nil for a client without
  ///     a cache.
  public init(
    base: URL, client: any HTTPClient,
    origin readOrigin: (@Sendable (HTTPResponse) -> AnswerOrigin)? = nil
  ) {
    self.readOrigin = readOrigin
    origin = URLComponents(originOf: base)
    self.client = client
  }

  /// The answers in the client's cache; without a cache a catalogue that has none. Never nil: each question is sent.
  public var earlier: (any BookCatalogue)? {
    var earlier = self
    earlier.cacheControl = Self.storedOnly
    if readOrigin == nil {
      earlier.client = MemoryHTTPClient { _ throws(HTTPError) in throw .offline }
    }
    return earlier
  }

  /// Returns the trending books of the day.
  public func featured() async throws(CatalogueError) -> Page<CatalogueBook> {
    let (record, origin): (TrendingRecord, _) = try await get(
      "/trending/daily.json", ["limit": "10", "fields": Self.bookFields])
    let books = books(record.works)
    return Page(items: books, total: books.count, next: nil, origin: origin)
  }

  /// Returns the matching books; none, without a request, for a query without any word or filter, or with one of
  /// signs alone, which match nothing.
  public func search(
    _ query: BookQuery, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    let texts = [query.words, query.author, query.subject]
    if texts.contains(where: { !$0.allSatisfy(\.isWhitespace) && Self.plainWords($0).isEmpty }) {
      return .empty
    }
    let words = Self.words(of: query)
    var items = ["q": words]
    let filters = ["author": query.author, "subject": query.subject]
    for (name, text) in filters.mapValues(Self.plainWords) where !text.isEmpty {
      items[name] = text
    }
    if words.isEmpty, items.count == 1 { return .empty }
    switch query.order {
    case .relevance: break
    case .newest: items["sort"] = "new"
    case .oldest: items["sort"] = "old"
    case .title: items["sort"] = "title"
    }
    do throws(CatalogueError) {
      var budget = RequestBudget.ofQuestion
      var page = try await search(items, offset: offset, limit: limit, within: &budget)
      // The answer of another day, in the place of today's refusal.
      if case .earlier(let seconds, because: let problem?) = page.origin {
        page.origin = .earlier(seconds: seconds, because: Self.ofSearch(problem))
      }
      return page
    } catch { throw Self.ofSearch(error) }
  }

  /// Returns what a failure says about a search: not so about other questions, because a server that refuses
  /// those is broken.
  private static func ofSearch(_ problem: CatalogueError) -> CatalogueError {
    guard case .unavailable(let status) = problem, [400, 414, 422].contains(status) else {
      return problem
    }
    return .refused(status: status)
  }

  /// Returns the books of an author.
  public func books(
    byAuthor key: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    var budget = RequestBudget.ofQuestion
    return try await search(
      ["q": "author_key:\(try CatalogueReference.checkedKey(key))", "sort": "old"], offset: offset,
      limit: limit, within: &budget)
  }

  /// Returns the books of a subject.
  public func books(
    onSubject subject: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    let (record, origin): (SubjectRecord, _) = try await get(
      "/subjects/\(try Self.slug(of: subject)).json", ["offset": "\(offset)", "limit": "\(limit)"])
    var seen: Set<String> = []
    let found = record.works.compactMap { work -> CatalogueBook? in
      guard let work, let key = ownKey(work.key, "W"), let title = work.title,
        seen.insert(key).inserted
      else { return nil }
      let authors = (work.authors ?? []).compactMap { author in
        author.name.map { AuthorName(key: ownKey(author.key, "A"), name: $0) }
      }
      return CatalogueBook(
        reference: reference(key), title: title, authors: authors.eachOnce, year: work.year,
        cover: work.cover.flatMap { $0 > 0 ? $0 : nil })
    }
    return page(found, of: record.count, taken: record.works.count, offset: offset, origin)
  }

  /// Returns one book, combined from the work's record and a search for the values that the record
  /// does not have. If the search does not know it, the record of its first author is asked for.
  ///
  /// The search is skipped for a book that comes from a search, and where it would be a fifth request if HTTP
  /// redirects it; the author where that would be a fifth request.
  public func book(
    _ key: String, listed: CatalogueBook?
  ) async throws(CatalogueError) -> CatalogueBookDetail {
    let key = try CatalogueReference.checkedKey(key)
    var budget = RequestBudget.ofBook
    let found: (key: String, answer: Answer<WorkRecord>) = try await currentRecord(
      in: "works", key, within: &budget)
    let work = found.answer.record
    var origin = found.answer.origin
    guard !work.isDeleted, !work.isRedirect, let title = work.title else { throw .notFound }
    var book = CatalogueBook(reference: reference(found.key), title: title, cover: work.cover)
    if let listed, listed.reference == book.reference { book = listed }
    // A book that was merged with another one has the same authors.
    if let listed, listed.reference == reference(key) { book.authors = listed.authors }
    // Lists of a subject have neither languages nor pages; those of a search have what is known.
    if book.languages.isEmpty, book.pages == nil, budget.left > 1 {
      do throws(CatalogueError) {
        let hits = try await search(
          ["q": "key:/works/\(found.key)"], offset: 0, limit: 1, within: &budget)
        origin = origin.joined(hits.origin)
        if let hit = hits.items.first(where: { $0.reference == book.reference }) {
          book = hit
        }
        if book.authors.isEmpty, let author = try await firstAuthor(of: work, within: &budget) {
          book.authors = [author.name]
          origin = origin.joined(author.origin)
        }
      } catch {
        if error == .cancelled { throw error }
        // A partial answer is better than none. The store has not asked the service for the rest.
        let problem = cacheControl == Self.storedOnly ? nil : error
        origin = origin.joined(.earlier(seconds: 0, because: problem))
      }
    }
    if book.year == nil { book.year = work.year }
    if book.cover == nil { book.cover = work.cover }
    return CatalogueBookDetail(
      book: book, summary: work.description?.text, subjects: work.subjects ?? [], origin: origin)
  }

  /// Returns one author; one who was merged with another author has the other one's key.
  public func author(_ key: String) async throws(CatalogueError) -> CatalogueAuthor {
    var budget = RequestBudget.ofQuestion
    let found: (key: String, answer: Answer<AuthorRecord>) = try await currentRecord(
      in: "authors", try CatalogueReference.checkedKey(key), within: &budget)
    let record = found.answer.record
    guard !record.isDeleted, !record.isRedirect, let name = record.name else { throw .notFound }
    return CatalogueAuthor(
      key: found.key, name: name, otherNames: record.otherNames ?? [], born: record.born,
      died: record.died, biography: record.biography?.text, origin: found.answer.origin)
  }

  /// True.
  public var listsEditions: Bool { true }

  /// Returns the editions of a book, in the order of the service.
  public func editions(
    of key: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueEdition> {
    let key = try CatalogueReference.checkedKey(key)
    let (record, origin): (EditionsRecord, _) = try await get(
      "/works/\(key)/editions.json", ["offset": "\(offset)", "limit": "\(limit)"])
    return page(
      editions(record.entries), of: record.size, taken: record.entries.count, offset: offset,
      origin)
  }
}
