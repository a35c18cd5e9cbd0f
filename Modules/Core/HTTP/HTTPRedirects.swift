public import Foundation

// Redirects (RFC 9110, section 15.4), for transports and caches: each hop is a request of its own, so that a
// cache keeps a redirect under its own URL.
extension HTTPClient {
  /// Sends a request by `hop` and follows the redirects that the options allow.
  ///
  /// Only to http and https, and to no request that was sent before: it would lead there again (RFC 9110,
  /// section 15.4). Possible secrets go to no other origin, and not from https to http: there
  /// only fields that say what is asked for are sent, and no body.
  ///
  /// - Parameters:
  ///   - request: the first request.
  ///   - body: the request's body, or nil for none.
  ///   - options: the limits of the requests, and how many redirects are followed. The whole time is that of
  ///     all of them together; the other limits are those of each.
  ///   - hop: sends one request and follows no redirect.
  /// - Throws: the error of a hop. After an unsafe request was answered by a redirect, an error that means
  ///   that nothing was sent, such as ``HTTPError/refused(host:)``, becomes ``HTTPError/interrupted(host:)``.
  public func follow(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions,
    _ hop: (HTTPRequest, HTTPBody?, HTTPOptions) async throws(HTTPError) -> HTTPAnswer
  ) async throws(HTTPError) -> HTTPAnswer {
    var (request, body) = (request, body)
    var single = options
    single.maximumRedirects = 0
    var left = Swift.min(options.maximumRedirects, 10)
    let start = ContinuousClock.now
    guard left > 0 else { return try await hop(request, body, single) }
    var sent: Set<HTTPRequest> = []
    while true {
      let answer: HTTPAnswer
      do throws(HTTPError) { answer = try await hop(request, body, single) } catch {
        guard error.isBeforeSending, sent.contains(where: { !$0.method.isSafe }) else {
          throw error
        }
        // The server that sent the redirect may have done what it was asked for.
        throw .interrupted(host: request.url.host() ?? "")
      }
      guard let next = try answer.redirect(of: request, body) else { return answer }
      sent.insert(request)
      guard left > 0, !sent.contains(next.0) else { throw .tooManyRedirects }
      left -= 1
      (request, body) = next
      single.wholeTimeout = try options.wholeTimeLeft(since: start)
    }
  }
}

extension HTTPOptions {
  /// The time that is left of the whole one, or nil for no limit.
  package func wholeTimeLeft(
    since start: ContinuousClock.Instant
  ) throws(HTTPError) -> Duration? {
    guard let wholeTimeout else { return nil }
    let left = wholeTimeout - (.now - start)
    guard left > .zero else { throw .timedOut(.whole) }
    return left
  }
}

extension HTTPAnswer {
  /// The request that a redirect asks for, or nil if this is none.
  fileprivate func redirect(
    of request: HTTPRequest, _ body: HTTPBody?
  ) throws(HTTPError) -> (HTTPRequest, HTTPBody?)? {
    guard [301, 302, 303, 307, 308].contains(response.status.code),
      let location = response.headerFields[values: .location].first
    else { return nil }
    guard let url = URL(string: location, relativeTo: request.url)?.absoluteURL, url.isHTTP else {
      throw .forbiddenRedirect
    }
    var next = request
    next.url = url
    if !url.hasOrigin(of: request.url) {
      next.headerFields.removeAll { !Self.harmless.contains($0.name) }
    }
    let turnsToGet =
      response.status == 303
      ? request.method != .head : request.method == .post && response.status.code < 303
    guard turnsToGet else {
      guard let body else { return (next, nil) }
      // A body that was sent to one server is not meant for another.
      guard let data = body.data, data.isEmpty || url.hasOrigin(of: request.url) else {
        throw .forbiddenRedirect
      }
      return (next, body)
    }
    next.method = .get
    next.headerFields.removeAll { $0.name.canonicalName.hasPrefix("content-") }
    if request.method != .get {
      next.headerFields.removeAll { Self.conditions.contains($0.name) }
    }
    return (next, nil)
  }

  /// The fields that are about the resource that a request changes, and not about the page behind the redirect.
  private static let conditions: Set<HTTPField.Name> = [
    .ifMatch, .ifModifiedSince, .ifNoneMatch, .ifRange, .ifUnmodifiedSince, .range,
  ]

  /// The fields that any origin may see.
  private static let harmless: Set<HTTPField.Name> = [
    .accept, .acceptEncoding, .acceptLanguage, .cacheControl, .contentEncoding, .contentLanguage,
    .contentType, .ifMatch, .ifModifiedSince, .ifNoneMatch, .ifRange, .ifUnmodifiedSince, .pragma,
    .range, .userAgent,
  ]
}

extension URL {
  /// Whether the URL has the scheme http or https, and a host.
  public var isHTTP: Bool {
    guard let scheme = scheme?.lowercased(), scheme == "http" || scheme == "https" else {
      return false
    }
    return host()?.isEmpty == false
  }

  /// Whether both URLs have the same scheme, host and port (RFC 9110, section 4.3.1).
  public func hasOrigin(of other: URL) -> Bool {
    scheme?.lowercased() == other.scheme?.lowercased()
      && host()?.lowercased() == other.host()?.lowercased() && usualPort == other.usualPort
  }

  private var usualPort: Int? { port ?? (scheme?.lowercased() == "https" ? 443 : 80) }
}
