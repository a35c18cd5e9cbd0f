import Foundation

extension Duration {
  /// The duration in seconds.
  var timeInterval: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// Creates the duration between two times; zero if the clock was set back meanwhile, and at most
  /// a year.
  static func elapsed(from start: Date, to end: Date) -> Duration {
    let seconds = end.timeIntervalSince(start)
    // A comparison with NaN is false.
    guard seconds > 0 else { return .zero }
    return .seconds(Swift.min(seconds, 365 * 86_400))
  }

  /// The duration, not below zero and not above a limit.
  func clamped(to limit: Duration) -> Duration {
    Swift.min(Swift.max(self, .zero), limit)
  }
}
