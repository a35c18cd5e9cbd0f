import Foundation
public import HTTP
public import Services
import Synchronization

/// Sends a host no more requests than it allows; further ones wait, first in first out.
///
/// An answer 429 or 503 with `Retry-After` (RFC 9110, section 10.2.3) closes the gate of the host that
/// gave it, for everyone until then, up to a limit. The answer itself is returned; a retry above this
/// client then waits in the queue with all others. If that is longer than a request may wait, each one
/// is answered at once, as by the host: with the status that closed the gate, and the `Retry-After`
/// that is left.
///
/// The time in the queue counts towards `HTTPOptions.wholeTimeout`: a request that can't be sent
/// in time fails at once. Cancelling takes a request out of the queue, and takes no one's turn.
/// Redirects are followed here, and each hop takes a turn at its own host. A host is that of the URL,
/// in lower case, without its port.
public final class HTTPRateLimit: HTTPClient {
  private struct Entry {
    let gate: HostGate
    /// The number of requests that use the gate.
    var uses: Int
  }

  /// The number of hosts beyond which unused ones are forgotten.
  private static let hostCount = 1000

  private let client: any HTTPClient
  private let clock: any AppClock
  private let maximumClosing: Duration
  private let maximumWait: Duration
  private let rate: @Sendable (String) -> HTTPRate?
  private let gates = Mutex<[String: Entry]>([:])

  /// Creates a client that sends no more than it may by another one.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - clock: the time by which the rates are kept.
  ///   - maximumClosing: the longest time for which an answer can close a host's gate, a day at
  ///     most.
  ///   - maximumWait: the longest time for which a request waits at a closed gate. Waiting for the
  ///     rate is not bounded by it.
  ///   - rate: the rate of a host, or nil for no limit. Asked once in a while for each host.
  public init(
    _ client: any HTTPClient, clock: any AppClock, maximumClosing: Duration = .seconds(60),
    maximumWait: Duration = .seconds(60),
    rate: @escaping @Sendable (_ host: String) -> HTTPRate?
  ) {
    self.client = client
    self.clock = clock
    self.maximumClosing = maximumClosing.clamped(to: .seconds(86_400))
    self.maximumWait = maximumWait.clamped(to: .seconds(86_400))
    self.rate = rate
  }

  /// Sends a request when it is its turn, and follows redirects.
  public func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    try await follow(request, body: body, options: options) {
      (request, body, options) async throws(HTTPError) in
      try await sendHop(request, body, options)
    }
  }

  /// Sends a request when it is its turn, and follows no redirect.
  private func sendHop(
    _ request: HTTPRequest, _ body: HTTPBody?, _ options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    let host = request.url.gateName
    let gate = acquireGate(of: host)
    defer { releaseGate(of: host) }
    let start = clock.now
    do throws(HostGate.Refusal) { try await gate.pass(within: options.wholeTimeout) } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .late: throw .timedOut(.whole)
      case .closed(let response): return HTTPAnswer(response, from: request.url)
      }
    }
    guard let options = options.remaining(since: start, at: clock.now) else {
      throw .timedOut(.whole)
    }
    let answer = try await client.send(request, body: body, options: options)
    if answer.response.status == 429 || answer.response.status == 503,
      let time = answer.response.headerFields.retryAfter(now: clock.now)
    {
      gate.close(for: time, by: answer.response.status)
    }
    return answer
  }

  private func acquireGate(of host: String) -> HostGate {
    gates.withLock { gates in
      if let entry = gates[host] {
        gates[host]?.uses += 1
        return entry.gate
      }
      if gates.count >= Self.hostCount {
        gates = gates.filter { $0.value.uses > 0 || !$0.value.gate.isFresh }
      }
      let gate = HostGate(
        rate(host), maximumClosing: maximumClosing, maximumWait: maximumWait, clock: clock)
      gates[host] = Entry(gate: gate, uses: 1)
      return gate
    }
  }

  private func releaseGate(of host: String) {
    gates.withLock { $0[host]?.uses -= 1 }
  }
}

extension URL {
  /// The host in lower case; empty without one.
  fileprivate var gateName: String { host()?.lowercased() ?? "" }
}
