public import Foundation

/// The current time, and timers.
///
/// ``now`` and ``sleep(for:)`` use the same time: after a sleep, ``now`` is later by about its duration. A test's
/// clock moves both together.
public protocol AppClock: Sendable {
  /// The current time.
  var now: Date { get }
  /// The user's time zone.
  var timeZone: TimeZone { get }
  /// Sleeps. Throws `CancellationError` if the task is cancelled before or during the sleep.
  func sleep(for duration: Duration) async throws
}

extension AppClock {
  /// The user's current date.
  public var today: CalendarDate {
    let seconds = now.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: now))
    return CalendarDate(daysSince1970: Int((seconds / 86_400).rounded(.down)))
  }
}

/// The system's clock.
public struct SystemClock: AppClock {
  /// Creates a clock in the system's time zone.
  public init() {}

  /// The current time.
  public var now: Date { Date() }
  /// The system's time zone.
  public var timeZone: TimeZone { .current }

  /// Sleeps on the continuous clock.
  public func sleep(for duration: Duration) async throws {
    try await Task.sleep(for: duration)
  }
}
