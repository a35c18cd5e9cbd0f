public import Catalogue
import Foundation
public import HTTP

/// Stands between a cache and an Open Library server, and lets through only what such a server can
/// have said.
///
/// Like a gateway it answers 502 in the place of an answer that is not one (RFC 9110, section
/// 15.6.3): the page of a captive portal, JSON that is cut off, an error with the status 200, a
/// redirect that leads nowhere, a 304 about a version that was not asked about. It answers 503 for every
/// other refusal but the 404 of a record, and 504 where no secure connection is possible. So a cache above
/// neither stores any of these, for as long as the header says, nor gives up what it has; it may answer with
/// that instead (RFC 5861, section 4). For the same reason redirects end here.
///
/// After a 304 about another version the gateway first asks once more, without conditions, unless it was redirected or
/// may not be. An answer says how many requests it took: a cache knows of one.
///
/// An answer is complete when it is passed on, at most as large as the request allows; a refusal has no body.
public struct OpenLibraryGateway: HTTPClient {
  /// How many redirects an answer may take, such as one to https, unless the request forbids them. A screen
  /// then sends four requests at most, not counting retries and questions that are asked again after a 304 about
  /// another version and whose answer fails.
  static let maximumRedirects = 1

  private let client: any HTTPClient
  private let onRefusal: @Sendable (CatalogueError) -> Void

  /// Creates a gateway to a server that another client asks.
  ///
  /// - Parameters:
  ///   - client: asks the server.
  ///   - onRefusal: called from any thread with the reason of a refusal, before the gateway returns its own
  ///     response, of which a cache reports only the status.
  public init(
    _ client: any HTTPClient, onRefusal: @escaping @Sendable (CatalogueError) -> Void = { _ in }
  ) {
    self.client = client
    self.onRefusal = onRefusal
  }

  /// Sends a request for a complete answer: GET, without a body and a range.
  public func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    do throws(HTTPError) {
      return await checked(try await answer(request, options), request)
    } catch {
      guard error.isReasonForRefusal else { throw error }
      return refusal(CatalogueError(error), request)
    }
  }

  /// Follows redirects or asks once more after a 304 about another version, and waits for the complete body.
  private func answer(
    _ request: HTTPRequest, _ options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    var (request, options) = (request, options)
    let mayAskTwice = Self.allowsRedirects(of: &request)
    options.maximumRedirects = mayAskTwice ? Self.maximumRedirects : 0
    let start = ContinuousClock.now
    var answer = try await client.follow(request, body: nil, options: options) {
      (request, body, options) async throws(HTTPError) in
      try await client.send(request, body: body, options: options)
    }
    var isSingle = answer.url.absoluteString == request.url.absoluteString
    if mayAskTwice, isSingle, request.isConditional, answer.response.status == .notModified,
      !request.asksAbout(answer.response)
    {
      request.headerFields[.ifNoneMatch] = nil
      request.headerFields[.ifModifiedSince] = nil
      options.maximumRedirects = 0
      options.wholeTimeout = try options.wholeTimeLeft(since: start)
      answer = try await client.send(request, body: nil, options: options)
      isSingle = false
    }
    if let name = Self.requests { answer.response.headerFields[name] = isSingle ? "1" : "2" }
    if answer.response.status.kind == .successful {
      answer.body = HTTPBody(try await answer.body.collect(upTo: options.maximumBodySize))
    }
    return answer
  }

  private func checked(_ answer: HTTPAnswer, _ request: HTTPRequest) async -> HTTPAnswer {
    switch answer.response.status.code {
    case 200..<300:
      let isReadable = await Self.isReadable(answer.body.data ?? Data(), request.url.path())
      return isReadable ? answer : refusal(.unreadable, request)
    case 304 where request.isConditional:
      return request.asksAbout(answer.response) ? answer : refusal(.unreadable, request)
    case 404 where RecordKind(path: request.url.path()).mayBeMissing:
      var answer = answer
      answer.response.headerFields[.cacheControl] = "no-store"
      // The status says all of it, and the body may be slow or broken.
      answer.body = HTTPBody(Data())
      return answer
    case let status:
      return refusal(.unavailable(status: status), request)
    }
  }

  @concurrent private static func isReadable(_ data: Data, _ path: String) async -> Bool {
    RecordKind(path: path).isReadable(data)
  }
}

extension HTTPRequest {
  /// Whether 304 may be the answer (RFC 9110, section 15.4.5).
  var isConditional: Bool {
    headerFields.contains(.ifNoneMatch) || headerFields.contains(.ifModifiedSince)
  }

  /// Whether a 304 is about a version that the request asks about. After another one a cache would ask for everything
  /// itself: a further request, which no ``RequestBudget`` counts.
  fileprivate func asksAbout(_ response: HTTPResponse) -> Bool {
    let asked = headerFields[values: .ifNoneMatch]
    if let tag = response.headerFields[values: .eTag].first, tag.isReadableTag {
      // A tag may contain the separator of a list.
      let tags = asked.map { $0[...] } + asked.flatMap { $0.split(separator: ", ") }
      return tags.contains { $0.opaqueTag.utf8.elementsEqual(tag[...].opaqueTag.utf8) }
    }
    let date = response.headerFields[values: .lastModified].first
    if let since = headerFields[values: .ifModifiedSince].first { return date ?? since == since }
    return asked.count == 1 && !asked[0].contains(", ")
  }
}

extension String {
  /// Whether an entity tag is not empty, and its bytes are UTF-8: others were replaced when it was read.
  fileprivate var isReadableTag: Bool {
    !isEmpty && !unicodeScalars.contains("\u{FFFD}")
  }
}

extension Substring {
  /// An entity tag for the weak comparison (RFC 9110, section 8.8.3.2), with or without quotes.
  fileprivate var opaqueTag: Substring {
    let tag = hasPrefix("W/") || hasPrefix("w/") ? dropFirst(2) : self
    let isQuoted = tag.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
    return isQuoted ? tag.dropFirst().dropLast() : tag
  }
}

// MARK: Redirects

extension OpenLibraryGateway {
  /// The request field that forbids redirects; the options of a cache's requests always do. It is not sent to
  /// the server.
  private static let direct = HTTPField.Name("X-Catalogue-Direct")

  /// The response field for the number of requests. A cache stores it with the answer.
  private static let requests = HTTPField.Name("X-Catalogue-Requests")

  /// The number of requests that an answer took, or nil for a response that has passed no gateway.
  static func requests(of response: HTTPResponse) -> Int? {
    let count = requests.flatMap { response.headerFields[$0] }.flatMap { Int($0) }
    return count.flatMap { (1...2).contains($0) ? $0 : nil }
  }

  /// Makes a gateway follow no redirect.
  static func forbidRedirects(of request: inout HTTPRequest) {
    if let direct { request.headerFields[direct] = "1" }
  }

  /// Whether redirects of a request may be followed. Removes the field that forbids them.
  private static func allowsRedirects(of request: inout HTTPRequest) -> Bool {
    guard let direct else { return true }
    defer { request.headerFields[direct] = nil }
    return !request.headerFields.contains(direct)
  }
}

// MARK: Refusals

extension OpenLibraryGateway {
  /// Says what was refused.
  private static let problem = HTTPField.Name("X-Catalogue-Problem")

  private func refusal(_ problem: CatalogueError, _ request: HTTPRequest) -> HTTPAnswer {
    onRefusal(problem)
    let (status, value): (HTTPResponse.Status, String) =
      switch problem {
      case .unavailable(let status): (.serviceUnavailable, "\(status)")
      case .untrusted(let reason): (.gatewayTimeout, reason.rawValue)
      default: (.badGateway, Self.unreadable)
      }
    var response = HTTPResponse(status: status, headerFields: [.cacheControl: "no-store"])
    if let name = Self.problem { response.headerFields[name] = value }
    return HTTPAnswer(response, from: request.url)
  }

  /// Returns the problem for which a gateway has refused an answer, or nil for every other response.
  static func problem(of response: HTTPResponse) -> CatalogueError? {
    // Such a status from a server never passes a gateway.
    guard response.status.kind == .serverError,
      let value = problem.flatMap({ response.headerFields[$0] })
    else { return nil }
    switch value {
    case unreadable: return .unreadable
    default:
      return TrustProblem(rawValue: value).map(CatalogueError.untrusted)
        ?? Int(value).map { .unavailable(status: $0) }
    }
  }

  private static let unreadable = "unreadable"
}

extension HTTPError {
  /// Whether a gateway answers with a refusal: the answer or the request can't be used, or the connection to the
  /// server is not secure.
  var isReasonForRefusal: Bool {
    switch self {
    case .tooLarge, .certificate, .tls, .malformed, .headerTooLarge, .tooManyRedirects,
      .forbiddenRedirect, .invalidRequest:
      true
    default: false
    }
  }
}
