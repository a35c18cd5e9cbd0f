import Catalogue
import Foundation
import HTTP

// Asks the service, and reads its answers.
extension OpenLibraryCatalogue {
  /// Asks for the record of a work. A redirect to another record is followed once, so that a chain
  /// or a circle of them ends with a redirect.
  ///
  /// Where HTTP has redirected a question to another server, the further ones go to that one.
  func work(
    _ key: String, within budget: inout RequestBudget
  ) async throws(CatalogueError) -> FoundWork {
    let first: Answer<WorkRecord> = try await ask("/works/\(key).json", within: &budget)
    guard let target = first.record.replacement(of: key) else {
      return FoundWork(key: key, answer: first, index: first.server.map(at) ?? self)
    }
    let key = try CatalogueReference.checkedKey(target)
    let second: Answer<WorkRecord> = try await at(first.server ?? origin)
      .ask("/works/\(key).json", within: &budget)
    // A server that redirects records to other paths would redirect a search, too.
    let index = first.server == nil ? nil : second.server.map(at)
    return FoundWork(key: key, answer: second, index: index)
  }

  /// This catalogue at another server of the same service.
  private func at(_ server: URLComponents) -> Self {
    var catalogue = self
    catalogue.origin = server
    return catalogue
  }

  /// Asks for the record of an author, and returns it with its key. A redirect to another record is followed
  /// once, if a request is left.
  func authorRecord(
    _ key: String, within budget: inout RequestBudget
  ) async throws(CatalogueError) -> (key: String, answer: Answer<AuthorRecord>) {
    let first: Answer<AuthorRecord> = try await ask("/authors/\(key).json", within: &budget)
    guard budget.left > 0, let target = first.record.replacement(of: key) else {
      return (key, first)
    }
    let key = try CatalogueReference.checkedKey(target)
    return (key, try await ask("/authors/\(key).json", within: &budget))
  }

  /// Returns the first author of a work that a search does not know; nil for none. Its record has only the
  /// authors' keys.
  func firstAuthor(
    of work: WorkRecord, within budget: inout RequestBudget
  ) async throws(CatalogueError) -> (name: AuthorName, origin: AnswerOrigin)? {
    guard budget.left > 0, let key = work.authors?.compactMap(\.key).first else { return nil }
    do throws(CatalogueError) {
      let (key, answer) = try await authorRecord(key, within: &budget)
      guard !answer.record.isDeleted, !answer.record.isRedirect, let name = answer.record.name
      else { return nil }
      return (AuthorName(key: key, name: name), answer.origin)
    } catch {
      if error == .notFound { return nil }
      throw error
    }
  }

  func search(
    _ items: [String: String], offset: Int, limit: Int, within budget: inout RequestBudget
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    var items = items
    items["offset"] = String(offset)
    items["limit"] = String(limit)
    items["fields"] = Self.bookFields
    let answer: Answer<SearchRecord> = try await ask("/search.json", items, within: &budget)
    let found = answer.record
    return page(
      books(found.docs), of: found.numFound, taken: found.docs.count, offset: offset, answer.origin)
  }

  func get<Record: Decodable & Sendable>(
    _ path: String, _ items: [String: String]
  ) async throws(CatalogueError) -> (Record, AnswerOrigin) {
    var budget = RequestBudget.ofQuestion
    let answer: Answer<Record> = try await ask(path, items, within: &budget)
    return (answer.record, answer.origin)
  }

  private func ask<Record: Decodable & Sendable>(
    _ path: String, _ items: [String: String] = [:], within budget: inout RequestBudget
  ) async throws(CatalogueError) -> Answer<Record> {
    guard let url = address(path, items) else { throw .unreadable }
    var request = HTTPRequest(
      url: url, headerFields: [.accept: "application/json", .cacheControl: cacheControl])
    var options = options
    if budget.left < 2 {
      OpenLibraryGateway.forbidRedirects(of: &request)
      options.maximumRedirects = 0
    }
    let response: HTTPResponse
    let data: Data
    let source: URL
    do throws(HTTPError) {
      let answer = try await client.send(request, options: options)
      response = answer.response
      source = OpenLibraryGateway.source(of: response) ?? answer.url
      data = try await answer.body.collect(upTo: options.maximumBodySize)
    } catch {
      throw CatalogueError(error)
    }
    if let problem = OpenLibraryGateway.problem(of: response) { throw problem }
    if response.status == .notFound { throw .notFound }
    guard response.status.kind == .successful else {
      // A cache that has nothing to answer with says why.
      if case .earlier(_, because: let problem?)? = readOrigin?(response) { throw problem }
      throw .unavailable(status: response.status.code)
    }
    budget.left -=
      OpenLibraryGateway.requests(of: response)
      ?? (source.absoluteString == url.absoluteString ? 1 : 2)
    return Answer(
      record: try await Self.decoded(data), origin: readOrigin?(response) ?? .catalogue,
      server: source.hasTarget(of: url) ? URLComponents(originOf: source) : nil)
  }

  private func address(_ path: String, _ items: [String: String]) -> URL? {
    var address = origin
    address.path = path
    if !items.isEmpty {
      address.queryItems = items.sorted { $0.key < $1.key }
        .map { URLQueryItem(name: $0.key, value: $0.value) }
      // Servers read a plus in a query as a space.
      address.percentEncodedQuery = address.percentEncodedQuery?.replacing("+", with: "%2B")
    }
    return address.url
  }

  @concurrent private static func decoded<Record: Decodable & Sendable>(
    _ data: Data
  ) async throws(CatalogueError) -> Record {
    do { return try RecordJSON.decode(Record.self, from: data) } catch { throw .unreadable }
  }
}

/// The requests that may still be sent, not counting retries. If one is left, HTTP may redirect a question to it, or a
/// gateway may send the question again.
struct RequestBudget {
  /// The page of a book, which asks several questions.
  static let ofBook = Self(left: 4)
  /// A list, and the record of an author: with the list of books, a page also sends four at most.
  static let ofQuestion = Self(left: 2)

  var left: Int
}

/// An answer of the service.
struct Answer<Record: Sendable>: Sendable {
  let record: Record
  let origin: AnswerOrigin
  /// The scheme, host and port of the server that has answered, or nil if HTTP redirected to another path.
  let server: URLComponents?
}

/// A work, with the key of its record.
struct FoundWork: Sendable {
  let key: String
  let answer: Answer<WorkRecord>
  /// The catalogue in which the work may be searched for, or nil for none.
  let index: OpenLibraryCatalogue?
}

extension URL {
  /// Whether both URLs have the same path and query.
  fileprivate func hasTarget(of other: URL) -> Bool {
    path(percentEncoded: true) == other.path(percentEncoded: true)
      && query(percentEncoded: true) == other.query(percentEncoded: true)
  }
}

extension URLComponents {
  /// The scheme, host and port of a URL.
  init(originOf url: URL) {
    self.init()
    let address = URLComponents(url: url, resolvingAgainstBaseURL: true)
    (scheme, host, port) = (address?.scheme, address?.host, address?.port)
  }
}

extension CatalogueError {
  init(_ error: HTTPError) {
    switch error {
    case .offline, .nameNotFound, .refused: self = .offline
    case .interrupted: self = .interrupted
    case .noTransport(let why): self = .noTransport(why)
    case .proxy(let why): self = .proxy(why)
    case .certificate(.expired, _): self = .untrusted(.expired)
    case .certificate(.wrongHost, _): self = .untrusted(.wrongHost)
    case .certificate(.untrusted, _): self = .untrusted(.unknownAuthority)
    case .certificate(.other, _), .tls: self = .untrusted(.other)
    case .timedOut: self = .timedOut
    case .cancelled: self = .cancelled
    case .tooLarge, .headerTooLarge, .malformed, .tooManyRedirects, .forbiddenRedirect,
      .invalidRequest, .notRecorded:
      self = .unreadable
    }
  }
}
