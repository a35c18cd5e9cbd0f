import Catalogue
import Foundation
import HTTP

// Asks the service, and reads its answers.
extension OpenLibraryCatalogue {
  /// Asks for the record of a work. A redirect to another record is followed once, so that a chain
  /// or a circle of them ends with a redirect.
  ///
  /// Where HTTP has redirected a question to another server, the further ones go to that one.
  func work(_ key: String) async throws(CatalogueError) -> FoundWork {
    let first: Answer<WorkRecord> = try await ask("/works/\(key).json", [:])
    guard let target = first.record.replacement(of: key) else {
      return FoundWork(
        key: key, answer: first, requests: first.requests, index: first.server.map(at) ?? self)
    }
    let key = try CatalogueReference.checkedKey(target)
    let second: Answer<WorkRecord> = try await at(first.server ?? origin)
      .ask("/works/\(key).json", [:])
    return FoundWork(
      key: key, answer: second, requests: first.requests + second.requests,
      index: index(after: first, second))
  }

  /// The catalogue to search after the records of a redirect, or nil for none: a page sends four requests at
  /// most, and a search at a server that redirects to other paths would take two.
  private func index(after first: Answer<WorkRecord>, _ second: Answer<WorkRecord>) -> Self? {
    guard first.server != nil, let server = second.server else { return nil }
    switch first.requests + second.requests {
    case ...2: return self
    case 3:
      var index = at(server)
      index.followsRedirects = false
      return index
    default: return nil
    }
  }

  /// This catalogue at another server of the same service.
  private func at(_ server: URLComponents) -> Self {
    var catalogue = self
    catalogue.origin = server
    return catalogue
  }

  /// Asks for the record of an author, and returns it with its key. A redirect to another record is followed
  /// once, but none where HTTP redirects, too: with the list of books a page sends four requests at most.
  func authorRecord(
    _ key: String
  ) async throws(CatalogueError) -> (key: String, answer: Answer<AuthorRecord>) {
    let first: Answer<AuthorRecord> = try await ask("/authors/\(key).json", [:])
    guard first.requests == 1, let target = first.record.replacement(of: key) else {
      return (key, first)
    }
    let key = try CatalogueReference.checkedKey(target)
    var catalogue = self
    catalogue.followsRedirects = false
    return (key, try await catalogue.ask("/authors/\(key).json", [:]))
  }

  /// Returns the first author of a work that a search does not know. Its record has only the authors' keys.
  ///
  /// - Returns: nil for none, and where it might be a fifth request: a search may take two.
  func firstAuthor(
    of work: FoundWork
  ) async throws(CatalogueError) -> (name: AuthorName, origin: AnswerOrigin)? {
    guard work.requests == 1, let key = work.answer.record.authors?.compactMap(\.key).first else {
      return nil
    }
    var catalogue = self
    catalogue.followsRedirects = false
    do throws(CatalogueError) {
      let answer: Answer<AuthorRecord> = try await catalogue.ask("/authors/\(key).json", [:])
      guard !answer.record.isDeleted, !answer.record.isRedirect, let name = answer.record.name
      else { return nil }
      return (AuthorName(key: key, name: name), answer.origin)
    } catch {
      if error == .notFound { return nil }
      throw error
    }
  }

  func search(
    _ items: [String: String], offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    var items = items
    items["offset"] = String(offset)
    items["limit"] = String(limit)
    items["fields"] = Self.bookFields
    let (record, origin): (SearchRecord, _) = try await get("/search.json", items)
    return page(
      books(record.docs), of: record.numFound, taken: record.docs.count, offset: offset, origin)
  }

  func get<Record: Decodable & Sendable>(
    _ path: String, _ items: [String: String]
  ) async throws(CatalogueError) -> (Record, AnswerOrigin) {
    let answer: Answer<Record> = try await ask(path, items)
    return (answer.record, answer.origin)
  }

  private func ask<Record: Decodable & Sendable>(
    _ path: String, _ items: [String: String]
  ) async throws(CatalogueError) -> Answer<Record> {
    guard let url = address(path, items) else { throw .unreadable }
    var request = HTTPRequest(
      url: url, headerFields: [.accept: "application/json", .cacheControl: cacheControl])
    var options = options
    if !followsRedirects {
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
    return Answer(
      record: try await Self.decoded(data), origin: readOrigin?(response) ?? .catalogue,
      requests: source.absoluteString == url.absoluteString ? 1 : 2,
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

/// An answer of the service.
struct Answer<Record: Sendable>: Sendable {
  let record: Record
  let origin: AnswerOrigin
  /// The number of requests for it: 2 where HTTP redirected to another URL.
  let requests: Int
  /// The scheme, host and port of the server that has answered, or nil if HTTP redirected to another path.
  let server: URLComponents?
}

/// A work, with the key of its record.
struct FoundWork: Sendable {
  let key: String
  let answer: Answer<WorkRecord>
  /// The number of requests for it, redirects included.
  let requests: Int
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
