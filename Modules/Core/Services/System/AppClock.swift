public import Foundation

/// Tells the time and waits.
///
/// An implementation never goes faster than its own ``sleep(for:)``, which ends early with a
/// `CancellationError` when its task is cancelled.
public protocol AppClock: Sendable {
  /// The time now.
  var now: Date { get }
  /// The zone in which "today" is meant.
  var timeZone: TimeZone { get }
  /// Waits. Throws `CancellationError` when the task is cancelled before or meanwhile.
  func sleep(for duration: Duration) async throws
}

extension AppClock {
  /// The day it is where the person is.
  public var today: CalendarDate {
    let seconds = now.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: now))
    return CalendarDate(daysSince1970: Int((seconds / 86_400).rounded(.down)))
  }
}

/// The machine's clock.
public struct SystemClock: AppClock {
  /// Creates the clock, in the machine's time zone.
  public init() {}

  /// The time now.
  public var now: Date { Date() }
  /// The machine's time zone.
  public var timeZone: TimeZone { .current }

  /// Waits on the continuous clock.
  public func sleep(for duration: Duration) async throws {
    try await Task.sleep(for: duration)
  }
}
