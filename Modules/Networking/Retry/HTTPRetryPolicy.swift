import HTTP

/// How long a retry waits.
public struct HTTPRetryPolicy: Hashable, Sendable {
  /// The maximum number of attempts, including the first.
  static let maximumTries = 4

  /// The longest time before the first retry; it doubles with each further one.
  public var firstDelay = Duration.milliseconds(500)
  /// The longest time between two attempts without `Retry-After`.
  public var maximumDelay = Duration.seconds(8)
  /// The longest `Retry-After` to wait for. With a longer one the answer is returned at once.
  public var maximumRetryAfter = Duration.seconds(30)

  /// Creates the usual policy.
  public init() {}

  /// Whether the same request may have another answer soon.
  ///
  /// | status | reason |
  /// |---|---|
  /// | 408 | The request took too long to arrive, and may be repeated (RFC 9110, 15.5.9). |
  /// | 429 | Too many requests; later ones are welcome (RFC 6585, section 4). |
  /// | 502 | A gateway got a bad answer, such as from a server that restarts (RFC 9110, 15.6.3). |
  /// | 503 | Temporarily overloaded or in maintenance (RFC 9110, 15.6.4). |
  /// | 504 | A gateway got no answer in time (RFC 9110, 15.6.5). |
  ///
  /// Not 500: the server met this request and failed, and would again. Not another 4xx: the request
  /// is at fault.
  static func isTransient(_ status: HTTPResponse.Status) -> Bool {
    [408, 429, 502, 503, 504].contains(status.code)
  }

  /// Whether the same request may succeed soon.
  ///
  /// The connection's own problems are transient: refused (a server restarts), interrupted, not
  /// made in time (a lost packet), silent (a new connection may not be).
  ///
  /// Not these: no network, no transport and an unknown name (the caller can show what it has at
  /// once, and the next request finds the network again); a certificate, TLS and the proxy (someone
  /// must change something); no first byte in time (the server is still at work, and a second
  /// request adds to it); the whole time (it is over); sizes, redirects and malformed answers (they
  /// would be the same); cancelled.
  static func isTransient(_ error: HTTPError) -> Bool {
    switch error {
    case .refused, .interrupted, .timedOut(.connect), .timedOut(.idle): true
    default: false
    }
  }

  /// The longest time after a number of attempts.
  func backoff(after tries: Int) -> Duration {
    let first = firstDelay.clamped(to: .seconds(3600))
    return (first * (1 << min(max(tries - 1, 0), 10))).clamped(to: maximumDelay)
  }
}
