public import Foundation

/// Sends requests and returns responses.
///
/// Any status is a response; an error is thrown only without one. Cancelling the task ends the transfer and
/// throws ``HTTPError/cancelled``. A client that wraps another one is middleware: a cache, a retry, a
/// recording. Safe to use from every thread; nothing in it waits on the caller's thread. Implementations must
/// pass TestKit's `HTTPClientContract`.
///
/// ```swift
/// let answer = try await client.send(HTTPRequest(url: url))
/// let page = try await answer.body.collect(upTo: 1 << 20)
/// ```
public protocol HTTPClient: Sendable {
  /// Sends a request; returns when the head of the final response has arrived.
  ///
  /// - Parameters:
  ///   - request: the method, the URL and the fields.
  ///   - body: the request's body, or nil for none.
  ///   - options: what the request may cost: times, sizes, redirects.
  func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer
}

extension HTTPClient {
  /// Sends a request without a body.
  public func send(
    _ request: HTTPRequest, options: HTTPOptions = HTTPOptions()
  ) async throws(HTTPError) -> HTTPAnswer {
    try await send(request, body: nil, options: options)
  }
}

/// The head of a response, and its body as it arrives.
public struct HTTPAnswer: Sendable {
  /// The head.
  public var response: HTTPResponse
  /// The body. It keeps what it needs of its client until it is read to its end or released. If it is released before
  /// its end, its transfer ends.
  public var body: HTTPBody
  /// Where the answer comes from: the URL of the request, or of the last redirect that was followed.
  public var url: URL

  /// Creates an answer.
  public init(_ response: HTTPResponse, body: HTTPBody = HTTPBody(Data()), from url: URL) {
    self.response = response
    self.body = body
    self.url = url
  }
}

/// The limits of one request.
public struct HTTPOptions: Hashable, Sendable {
  /// The maximum size of the response's body in bytes, after decompression.
  public var maximumBodySize = 16 << 20
  /// The time for name, connection and TLS.
  public var connectTimeout = Duration.seconds(10)
  /// The time from the connection, or the last byte of the request's body, to the head of the response.
  public var firstByteTimeout = Duration.seconds(30)
  /// The time without a byte of a body, the request's or the response's. A reader that lets a body wait is not
  /// counted, and neither is the wait for the head of the response.
  public var idleTimeout = Duration.seconds(30)
  /// The time for everything, redirects included, up to the last byte of the body; nil for no limit.
  public var wholeTimeout: Duration?
  /// How many redirects are followed, 10 at most; with 0 a redirect is a response like any other.
  public var maximumRedirects = 10

  /// Creates the usual options.
  public init() {}
}
