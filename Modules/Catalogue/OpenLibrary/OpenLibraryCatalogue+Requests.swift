import Catalogue
import Foundation
import HTTP

// Asks the service, and reads its answers.
extension OpenLibraryCatalogue {
  /// Asks for the record of a work. A redirect to another record is followed once, so that a chain
  /// or a circle of them ends with a redirect.
  func work(_ key: String) async throws(CatalogueError) -> FoundWork {
    let first: Answer<WorkRecord> = try await ask("/works/\(key).json", [:])
    guard first.record.isRedirect, let target = first.record.location?.lastComponent, target != key
    else { return FoundWork(key: key, answer: first, allowsSearch: true) }
    let key = try CatalogueReference.checkedKey(target)
    let second: Answer<WorkRecord> = try await ask("/works/\(key).json", [:])
    return FoundWork(
      key: key, answer: second, allowsSearch: first.isDirect && second.isDirect)
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
    let response: HTTPResponse
    let data: Data
    let isDirect: Bool
    do throws(HTTPError) {
      let answer = try await client.send(
        HTTPRequest(
          url: url,
          headerFields: [.accept: "application/json", .cacheControl: cacheControl]),
        options: options)
      response = answer.response
      isDirect = answer.url == url
      data = try await answer.body.collect(upTo: options.maximumBodySize)
    } catch {
      throw CatalogueError(error)
    }
    if let problem = OpenLibraryGateway.problem(of: response) { throw problem }
    if response.status == .notFound { throw .notFound }
    guard response.status.kind == .successful else {
      throw .unavailable(status: response.status.code)
    }
    return Answer(
      record: try await Self.decoded(data), origin: readOrigin?(response) ?? .catalogue,
      isDirect: isDirect)
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
    do { return try JSONDecoder().decode(Record.self, from: data) } catch { throw .unreadable }
  }
}

/// What the service has answered.
struct Answer<Record: Sendable>: Sendable {
  let record: Record
  let origin: AnswerOrigin
  /// Whether it comes from the URL that was asked, and not from one that HTTP redirected to.
  let isDirect: Bool
}

/// A work, with the key of its record.
struct FoundWork: Sendable {
  let key: String
  let answer: Answer<WorkRecord>
  /// Whether the work may be searched for, too: a page asks four times at most, and two records that
  /// HTTP redirected to may have taken four requests already.
  let allowsSearch: Bool
}

extension CatalogueError {
  fileprivate init(_ error: HTTPError) {
    switch error {
    case .offline, .nameNotFound, .refused, .interrupted, .proxy: self = .offline
    case .certificate, .tls: self = .untrusted
    case .timedOut: self = .timedOut
    case .cancelled: self = .cancelled
    case .tooLarge, .headerTooLarge, .malformed, .tooManyRedirects, .forbiddenRedirect,
      .invalidRequest, .notRecorded:
      self = .unreadable
    }
  }
}
