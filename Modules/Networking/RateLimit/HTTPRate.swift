/// How many requests a host gets.
///
/// Any period of length t has at most `burst` requests and one more for each `interval / requests`
/// in it. For a server that counts strictly a burst of 1 spreads the requests evenly.
public struct HTTPRate: Hashable, Sendable {
  /// The number of requests in an interval.
  public let requests: Int
  /// The interval.
  public let interval: Duration
  /// The number of requests that may be sent at once after a pause.
  public let burst: Int

  /// Creates a rate. Counts are at least 1, and the interval is from a millisecond to a day.
  public init(_ requests: Int, per interval: Duration, burst: Int = 1) {
    self.requests = max(requests, 1)
    self.interval = min(max(interval, .milliseconds(1)), .seconds(86_400))
    self.burst = min(max(burst, 1), 1_000_000)
  }

  /// The seconds from one request to the next in a steady stream.
  var spacing: Double { interval.timeInterval / Double(requests) }
}
