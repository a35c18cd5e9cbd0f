import Foundation
import HTTP

extension HTTPFields {
  /// How long a server asks to wait (RFC 9110, section 10.2.3), or nil if it does not, or not
  /// legibly.
  ///
  /// Seconds or a date; a date in the past is zero. The longest of several, and at most 1e9
  /// seconds.
  func retryAfter(now: Date) -> Duration? {
    self[values: .retryAfter].compactMap { value -> Duration? in
      let isNumber =
        !value.isEmpty
        && value.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      // A number with too many digits for an integer counts as the longest time.
      if isNumber { return .seconds(Swift.min(Int(value) ?? .max, 1_000_000_000)) }
      guard let date = HTTPDate(value, now: now) else { return nil }
      let seconds = date.date.timeIntervalSince(now)
      return .seconds(Swift.min(Swift.max(seconds, 0), 1e9))
    }.max()
  }
}
