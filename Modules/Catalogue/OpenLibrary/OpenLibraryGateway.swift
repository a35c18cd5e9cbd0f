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
    var isTemporary = false
    var answer = try await client.follow(request, body: nil, options: options) {
      (request, body, options) async throws(HTTPError) in
      let hop = try await client.send(request, body: body, options: options)
      if hop.response.isTemporaryRedirect { isTemporary = true }
      return hop
    }
    // A cache stores it under the first URL, which may lead elsewhere soon. Of several values of `max-age` the first one
    // counts.
    if isTemporary {
      let stale = HTTPField(name: .cacheControl, value: "max-age=0")
      answer.response.headerFields.insert(stale, at: 0)
    }
    var isSingle = answer.url.absoluteString == request.url.absoluteString
    if mayAskTwice, isSingle, request.isConditional, answer.response.status == .notModified,
      request.confirmed(by: answer.response) == nil
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
      guard let response = request.confirmed(by: answer.response) else {
        return refusal(.unreadable, request)
      }
      return HTTPAnswer(response, body: answer.body, from: answer.url)
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

extension HTTPResponse {
  /// Whether it is a redirect that may lead elsewhere the next time (RFC 9110, section 15.4).
  fileprivate var isTemporaryRedirect: Bool {
    switch status.code {
    case 302, 303, 307: true
    case 301, 308:
      ["no-store", "no-cache"].contains { directive in
        headerFields[.cacheControl]?.lowercased().contains(directive) == true
      }
    default: false
    }
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
