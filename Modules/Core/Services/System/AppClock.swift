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
  public var today: CalendarDate { CalendarDate(of: now, in: timeZone) }
}

extension CalendarDate {
  /// Creates the day of a time in a time zone, clamped to the years 1 to 9999.
  package init(of time: Date, in timeZone: TimeZone) {
    let seconds = time.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: time))
    let days = (seconds / 86_400).rounded(.down)
    self.init(daysSince1970: Int(exactly: days) ?? (days > 0 ? .max : .min))
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
