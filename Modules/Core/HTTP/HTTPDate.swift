public import Foundation

/// A time in a header field, in whole seconds (RFC 9110, section 5.6.7).
///
/// ```swift
/// let early = try #require(HTTPDate("Sun, 06 Nov 1994 08:49:37 GMT", now: now))
/// let field = HTTPField(name: .ifModifiedSince, value: early.description)
/// ```
///
/// All three forms of the grammar are read: `Sun, 06 Nov 1994 08:49:37 GMT`, the obsolete `Sunday,
/// 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. Letters may differ in case, as RFC 9111,
/// section 4.2, advises for caches. Nothing else is accepted: no other zone, no missing or further
/// character, no day that does not exist. The day's name may be that of another day, because it
/// adds nothing.
public struct HTTPDate: Hashable, Comparable, Sendable {
  /// The seconds since 1970-01-01 in UTC, from the year 0 to the year 9999.
  public let secondsSince1970: Int

  /// Creates the date of a time, without its fraction of a second, clamped to the years 0 to 9999.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    // A comparison with NaN is false, so what is converted is a number in this range.
    guard seconds > Double(Self.range.lowerBound) else {
      secondsSince1970 = Self.range.lowerBound
      return
    }
    secondsSince1970 =
      seconds < Double(Self.range.upperBound) ? Int(seconds) : Self.range.upperBound
  }

  /// Parses the value of a field, or returns nil for other text.
  ///
  /// - Parameters:
  ///   - text: the value, in one of the three forms of RFC 9110, section 5.6.7.
  ///   - now: the current time. A year of two digits is the latest one that does not lie more than
  ///     50 years after it.
  public init?(_ text: some StringProtocol, now: Date) {
    guard text.utf8.count <= 33 else { return nil }
    var parser = HTTPDateParser(Array(text.utf8))
    guard let seconds = parser.date(now: HTTPDate(now).secondsSince1970) else { return nil }
    secondsSince1970 = seconds
  }

  /// The time.
  public var date: Date { Date(timeIntervalSince1970: Double(secondsSince1970)) }

  /// Orders dates by time.
  public static func < (left: Self, right: Self) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }

  /// 0000-01-01 00:00:00 to 9999-12-31 23:59:59.
  private static let range = -62_167_219_200...253_402_300_799
}

extension HTTPDate: CustomStringConvertible {
  /// The date in the form that is sent, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  public var description: String {
    let (days, second) = GregorianDay.split(secondsSince1970)
    let day = GregorianDay(daysSince1970: days)
    func padded(_ number: Int, _ length: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, length - digits.count)) + digits
    }
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }
    return """
      \(GregorianDay.weekdays[day.weekday].prefix(3)), \(padded(day.day, 2)) \
      \(GregorianDay.months[day.month - 1]) \(padded(day.year, 4)) \
      \(time.joined(separator: ":")) GMT
      """
  }
}
