import Core
import Foundation
import HTTP
import Networking
import Services

/// The network of an app: one transport, and the clients between it and every service; see
/// Networking.swift for the order.
struct AppNetwork: Sendable {
  /// How a server can reach the user.
  struct Contact: Hashable, Sendable {
    /// An e-mail address or a URL.
    let address: String
    /// The only server that gets the address, as a URL of its scheme, host and port.
    let server: URL
  }

  /// Nil without a network.
  private let transport: (any HTTPClient)?
  /// The time of waits: servers live in the time of the machine, also where `--now` sets another one.
  let clock: any AppClock
  private let logger: any AppLogger
  private let randomness: any RandomSource

  /// Creates the network of an app; without one in the options every server is out of reach.
  init(_ options: AppOptions, _ context: AppContext) {
    transport = options.network?()
    clock = options.networkClock
    (logger, randomness) = (context.logger, context.randomness)
  }

  /// Returns a client that logs each request, says which app asks, and keeps to a rate for each host.
  /// Without a network it fails at once: no request waits for its turn when none is sent.
  ///
  /// - Parameters:
  ///   - rate: how many requests a host gets.
  ///   - contact: how a server can reach the user; nil to stay unknown.
  ///   - maximumClosing: the longest time for which a `Retry-After` keeps a host's requests back.
  ///   - maximumWait: the longest time that a request waits for it; with a longer one it is answered at once.
  func client(
    _ rate: HTTPRate, contact: Contact? = nil, maximumClosing: Duration = .seconds(60),
    maximumWait: Duration
  ) -> any HTTPClient {
    guard let transport else { return MemoryHTTPClient { _ throws(HTTPError) in throw .offline } }
    let logged = HTTPLogging(transport, logger: logger, clock: clock, path: Self.shownPath)
    return HTTPRateLimit(
      Self.named(logged, contact) ?? logged, clock: clock, maximumClosing: maximumClosing,
      maximumWait: maximumWait
    ) { _ in rate }
  }

  /// Returns the first part of a path, and how it ends: `/works/….json`. The rest may name what a user has
  /// opened, and the log is for all users of the app.
  static func shownPath(_ path: String) -> String {
    let parts = path.split(separator: "/")
    let ending = [".json", ".jpg"].first { path.hasSuffix($0) } ?? ""
    if parts.count > 1, let first = parts.first { return "/\(first)/…\(ending)" }
    // A single part with an ending, such as `/search.json`, names an operation; any other may name what is opened.
    return path == "/" || !ending.isEmpty ? path : "/…"
  }

  /// Returns a client that retries the requests of another one.
  ///
  /// - Parameters:
  ///   - client: sends each attempt.
  ///   - policy: the retry policy.
  ///   - budget: the retry budget of all requests.
  func retrying(
    _ client: any HTTPClient, _ policy: HTTPRetryPolicy,
    _ budget: HTTPRetryBudget = HTTPRetryBudget()
  ) -> HTTPRetry {
    HTTPRetry(client, clock: clock, randomness: randomness, policy: policy, budget: budget)
  }

  /// Returns the client of all features: it asks any server politely, and retries requests that may succeed soon.
  /// A feature that asks one service often gets limits of its own.
  func features() -> any HTTPClient {
    var policy = HTTPRetryPolicy()
    // A person waits for the answer.
    policy.maximumRetryAfter = .seconds(5)
    let limited = client(
      HTTPRate(2, per: .seconds(1), burst: 10), maximumWait: policy.maximumRetryAfter)
    return retrying(limited, policy)
  }

  private static func named(_ client: any HTTPClient, _ contact: Contact?) -> (any HTTPClient)? {
    do throws(HTTPUserAgent.Problem) {
      return try HTTPUserAgent(
        client, name: AppIdentity.app.name, version: AppVersion.current,
        contact: contact?.address, for: contact?.server)
    } catch {
      return nil
    }
  }
}
