import Foundation
public import HTTP
public import Services

/// Sends a request again that failed for a reason which may pass.
///
/// - Only idempotent methods (RFC 9110, section 9.2.2), and only with a complete body or none: a
///   body in chunks can be read once.
/// - Only after 408, 429, 502, 503 and 504, and after a connection that was refused, interrupted, not
///   made in time or silent, and only before the head of an answer. A body that breaks off is its
///   reader's error, as part of it may have been used.
/// - Exponential backoff with full jitter: a random time up to a limit that doubles with each attempt,
///   so that clients which failed together do not return together. `Retry-After` comes on top.
/// - At most 4 attempts, within `HTTPOptions.wholeTimeout` as a whole, and within a budget.
///
/// The last answer or error is returned as it is, with one exception: an unsafe request that could not be sent
/// again fails with the error of an earlier attempt that may have been sent; after an answer such as 504, with
/// `.interrupted`. Cancelling ends a wait at once.
public struct HTTPRetry: HTTPClient {
  private enum Step {
    case done(Result<HTTPAnswer, HTTPError>)
    /// Retries, after this error; an answer behind which the server may have done what it was asked for
    /// counts as interrupted.
    case wait(Duration, HTTPError?)
  }

  private let client: any HTTPClient
  private let clock: any AppClock
  private let randomness: any RandomSource
  private let policy: HTTPRetryPolicy
  private let budget: HTTPRetryBudget

  /// Creates a client that retries the requests of another one.
  ///
  /// - Parameters:
  ///   - client: sends each attempt.
  ///   - clock: the clock of the pauses between the attempts.
  ///   - randomness: varies the pauses.
  ///   - policy: the retry policy.
  ///   - budget: the retry budget of all requests.
  public init(
    _ client: any HTTPClient, clock: any AppClock, randomness: any RandomSource,
    policy: HTTPRetryPolicy = HTTPRetryPolicy(), budget: HTTPRetryBudget = HTTPRetryBudget()
  ) {
    self.client = client
    self.clock = clock
    self.randomness = randomness
    self.policy = policy
    self.budget = budget
  }

  /// Sends a request until it has an answer worth returning.
  public func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    guard request.method.isIdempotent, body == nil || body?.data != nil else {
      return try await client.send(request, body: body, options: options)
    }
    let start = clock.now
    var tries = 0
    // After it the server may have done what it was asked for.
    var sent: HTTPError?
    while true {
      if Task.isCancelled { throw .cancelled }
      tries += 1
      switch await attempt(tries, request, body, options, since: start) {
      case .done(.success(let answer)): return answer
      case .done(.failure(let error)): throw error.isBeforeSending ? sent ?? error : error
      case .wait(let duration, let error):
        if let error, !error.isBeforeSending, !request.method.isSafe { sent = error }
        do { try await clock.sleep(for: duration) } catch { throw .cancelled }
      }
    }
  }

  /// Sends the request once. The answer of a failed attempt, and so its transfer, is released on
  /// return.
  private func attempt(
    _ tries: Int, _ request: HTTPRequest, _ body: HTTPBody?, _ options: HTTPOptions,
    since start: Date
  ) async -> Step {
    guard let single = options.remaining(since: start, at: clock.now) else {
      return .done(.failure(.timedOut(.whole)))
    }
    let delay: Duration?
    let result: Result<HTTPAnswer, HTTPError>
    var failure: HTTPError?
    do throws(HTTPError) {
      let answer = try await client.send(request, body: body, options: single)
      result = .success(answer)
      guard HTTPRetryPolicy.isTransient(answer.response.status) else {
        budget.earn()
        return .done(result)
      }
      delay = self.delay(after: tries, answer.response)
      // A gateway may have passed it on.
      if answer.response.status.code != 429 {
        failure = .interrupted(host: request.url.host() ?? "")
      }
    } catch {
      result = .failure(error)
      failure = error
      guard HTTPRetryPolicy.isTransient(error) else { return .done(result) }
      delay = self.delay(after: tries, nil)
    }
    guard let delay,
      options.remaining(since: start, at: clock.now + delay.timeInterval) != nil, budget.spend()
    else { return .done(result) }
    return .wait(delay, failure)
  }

  /// The time before the next attempt, or nil if there is none.
  private func delay(after tries: Int, _ response: HTTPResponse?) -> Duration? {
    guard tries < HTTPRetryPolicy.maximumTries else { return nil }
    let asked = response?.headerFields.retryAfter(now: clock.now) ?? .zero
    guard asked <= policy.maximumRetryAfter else { return nil }
    let microseconds = Int(policy.backoff(after: tries).timeInterval * 1e6)
    return asked + .microseconds(randomness.next(below: microseconds + 1))
  }
}
