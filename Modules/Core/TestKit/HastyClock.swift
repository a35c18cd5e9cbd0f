package import Foundation
import Services
import Synchronization

/// A clock that moves as soon as a task sleeps, and remembers the sleeps.
package final class HastyClock: AppClock {
  private let state = Mutex((now: Date(timeIntervalSince1970: 1_795_368_600), sleeps: [Duration]()))
  /// UTC.
  package let timeZone = TimeZone.gmt

  /// Creates a clock that shows a day in November 2026.
  package init() {}

  /// The time that the clock shows.
  package var now: Date { state.withLock { $0.now } }
  /// The sleeps so far, in order.
  package var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// Moves the clock on.
  package func advance(by duration: Duration) {
    state.withLock { $0.now += duration.timeInterval }
  }

  /// Moves the clock on by the time of the sleep, and returns.
  package func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.now += duration.timeInterval
      state.sleeps.append(duration)
    }
  }
}
