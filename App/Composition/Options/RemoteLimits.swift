// Needs: Books

import HTTP
import Networking
import OpenLibrary

/// The limits of asking a catalogue on the network.
struct RemoteLimits: Hashable, Sendable {
  /// The time and size of one answer.
  var options = OpenLibraryCatalogue.usualOptions
  /// The time between two requests; nil for what the service asks for.
  var spacing: Duration?
  /// The longest time before the first retry; it doubles with each further one.
  var firstDelay = Duration.milliseconds(500)
  /// The longest `Retry-After` that a person waits for. With a longer one the local catalogue answers.
  var maximumRetryAfter = Duration.seconds(5)
  /// The longest time for which a `Retry-After` keeps all requests back.
  var maximumClosing = Duration.seconds(60)
  /// The number of retries of all requests together, while nothing succeeds: a screen that sends two requests
  /// does not retry twice as often. A page sends four requests at most, redirects included, and these retries
  /// beside them. libcurl may send a request once more for each connection that was open and has
  /// ended.
  var furtherTries = 1

  /// How many requests a window sends in a time. In any second the service allows three from a user with a contact,
  /// and one from others, so they are spread evenly. Windows know nothing of each other's requests.
  func rate(hasContact: Bool) -> HTTPRate {
    if let spacing { return HTTPRate(1, per: spacing, burst: 1000) }
    return HTTPRate(hasContact ? 3 : 1, per: .seconds(1), burst: 1)
  }

  /// The retry policy.
  var retryPolicy: HTTPRetryPolicy {
    var policy = HTTPRetryPolicy()
    policy.firstDelay = firstDelay
    policy.maximumRetryAfter = maximumRetryAfter
    return policy
  }
}
