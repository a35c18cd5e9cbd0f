import Synchronization

/// The retry budget shared by all requests of a client: a token bucket.
///
/// A retry costs a token, and an answer that needs none adds a tenth of one, if its request could have been
/// retried. So a client has a reserve for a server with a brief problem, and sends a server that stays
/// broken one attempt for each request, as if there were no retry. Give one budget to all clients that use
/// the same servers. No time is involved.
public final class HTTPRetryBudget: Sendable {
  private let capacity: Int
  private let tenths: Mutex<Int>

  /// Creates a full bucket.
  ///
  /// - Parameter capacity: the maximum number of tokens, from 0 to 1000.
  public init(capacity: Int = 10) {
    self.capacity = min(max(capacity, 0), 1000) * 10
    tenths = Mutex(self.capacity)
  }

  /// Pays for a retry, or returns false if there is not enough.
  func spend() -> Bool {
    tenths.withLock { tenths in
      guard tenths >= 10 else { return false }
      tenths -= 10
      return true
    }
  }

  /// Counts an answer that needs no retry.
  func earn() {
    tenths.withLock { $0 = min($0 + 1, capacity) }
  }
}
