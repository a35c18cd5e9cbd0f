public import Foundation
public import Services
import Synchronization

/// A clock that moves as soon as a task sleeps, and remembers the sleeps: for walks and crawls of an app that
/// sleeps, such as before it tries again.
///
/// ```swift
/// let map = try await Crawler { session(.test(clock: HastyClock())) }.crawl()
/// ```
///
/// No time passes, so an action that sleeps again and again, such as one that asks each minute, never settles, and a
/// timer ticks all the time. Such an app needs a ``ManualClock``.
public final class HastyClock: AppClock {
  private let state = Mutex((now: Date(timeIntervalSince1970: 1_795_368_600), sleeps: [Duration]()))
  /// UTC.
  public let timeZone = TimeZone.gmt

  /// Creates a clock that shows a day in November 2026.
  public init() {}

  /// The time that the clock shows.
  public var now: Date { state.withLock { $0.now } }
  /// The sleeps so far, in order.
  public var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// Moves the clock on.
  public func advance(by duration: Duration) {
    state.withLock { $0.now += duration.timeInterval }
  }

  /// Moves the clock on by the time of the sleep, lets other tasks run, and returns.
  public func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      // A time that is past does not set the clock back.
      state.now += max(duration, .zero).timeInterval
      state.sleeps.append(duration)
    }
    // A loop around the sleep may be all that the main actor runs.
    await Task.yield()
    try Task.checkCancellation()
  }
}
