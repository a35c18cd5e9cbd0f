import Foundation
public import HTTP
import Synchronization

/// Sends one request for equal ones that are under way at the same time, and gives all of them its
/// answer.
///
/// Requests are equal if method, URL without fragment, all header fields in their order, and
/// options are. So requests with different credentials are never shared; what adds credentials
/// belongs above this client. A whole time of ten seconds or more is rounded up to
/// seconds: behind a redirect callers have different parts of the same time left, so one may wait up
/// to a second longer than its own. Only `GET`, `HEAD` and `OPTIONS` without a body are shared. After an
/// unsafe request such as `PUT` no one joins a transfer that was under way: it may show what was there before.
///
/// A body is streamed to all: each caller reads the same chunks at its own pace, and the transfer
/// continues when the fastest one needs more. A later request joins until `joinLimit` bytes of
/// the body have arrived or it has ended; up to there the body stays in memory, and from there on
/// only what the slowest reader still needs, at most `HTTPOptions.maximumBodySize`.
///
/// Errors are shared, too. A caller's cancellation, or the release of its body, is its own; the
/// transfer is cancelled with the last one. Nothing is stored: the next request after the end is
/// sent. Answers with `no-store` are shared, too: leave this client out where each `GET` must have its own answer.
public final class HTTPSingleFlight: HTTPClient {
  private let client: any HTTPClient
  private let table: FlightTable

  /// Creates a client that shares requests to another one.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - joinLimit: the number of bytes of a body up to which a later request joins.
  public init(_ client: any HTTPClient, joinLimit: Int = 1 << 20) {
    self.client = client
    table = FlightTable(joinLimit: max(joinLimit, 0))
  }

  /// Sends a request, or waits for the answer of an equal one.
  public func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    if Task.isCancelled { throw .cancelled }
    guard body == nil, [.get, .head, .options].contains(request.method) else {
      defer { if !request.method.isSafe { table.closeAll() } }
      return try await client.send(request, body: body, options: options)
    }
    let key = FlightKey(request, options)
    let seat = table.board(key) { [client] () async throws(HTTPError) in
      try await client.send(request, body: nil, options: key.options)
    }
    return try await seat.answer()
  }
}

/// The parts of a request that are the same in equal requests.
struct FlightKey: Hashable, Sendable {
  private let method: HTTPRequest.Method
  private let url: Substring
  private let headerFields: HTTPFields
  /// A long whole time is rounded up.
  let options: HTTPOptions

  init(_ request: HTTPRequest, _ options: HTTPOptions) {
    method = request.method
    url = request.url.absoluteString.prefix { $0 != "#" }
    headerFields = request.headerFields
    var options = options
    options.wholeTimeout = options.wholeTimeout.map(\.roundedUp)
    self.options = options
  }
}

extension Duration {
  /// The duration in whole seconds, if it is ten or more.
  fileprivate var roundedUp: Duration {
    let (seconds, rest) = components
    guard seconds >= 10 else { return self }
    return .seconds(seconds + (rest > 0 ? 1 : 0))
  }
}
