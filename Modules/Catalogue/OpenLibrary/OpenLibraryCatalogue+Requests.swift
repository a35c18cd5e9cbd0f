import Catalogue
import Foundation
import HTTP

// Asks the service, and reads its answers.
extension OpenLibraryCatalogue {
  /// Asks for the record of a work or an author, and returns it with its key. A redirect to another record is
  /// followed once, if a request is left, so that a chain or a circle of them ends with a redirect.
  ///
  /// - Parameter folder: the first component of the record's path.
  func currentRecord<Record: ReplaceableRecord>(
    in folder: String, _ key: String, within budget: inout RequestBudget
  ) async throws(CatalogueError) -> (key: String, answer: Answer<Record>) {
    let first: Answer<Record> = try await ask("/\(folder)/\(key).json", within: &budget)
    let kind = folder == "works" ? "W" : "A"
    guard budget.left > 0, let target = ownKey(first.record.replacement(of: key), kind) else {
      return (key, first)
    }
    let key = try CatalogueReference.checkedKey(target)
    return (key, try await ask("/\(folder)/\(key).json", within: &budget))
  }

  /// Returns the first author of a work that a search does not know; nil for none. Its record has only the
  /// authors' keys.
  func firstAuthor(
    of work: WorkRecord, within budget: inout RequestBudget
  ) async throws(CatalogueError) -> (name: AuthorName, origin: AnswerOrigin)? {
    guard budget.left > 0, let key = work.authors?.compactMap({ ownKey($0.key, "A") }).first else {
      return nil
    }
    do throws(CatalogueError) {
      let found: (key: String, answer: Answer<AuthorRecord>) = try await currentRecord(
        in: "authors", key, within: &budget)
      let author = found.answer.record
      guard !author.isDeleted, !author.isRedirect, let name = author.name else { return nil }
      return (AuthorName(key: found.key, name: name), found.answer.origin)
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
    let end: URL
    do throws(HTTPError) {
      let answer = try await client.send(request, options: options)
      response = answer.response
      end = answer.url
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
      ?? (end.absoluteString == url.absoluteString ? 1 : 2)
    return Answer(
      record: try await Self.decoded(data), origin: readOrigin?(response) ?? .catalogue)
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
