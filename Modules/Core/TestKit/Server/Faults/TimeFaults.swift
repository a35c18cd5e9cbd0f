import Foundation
import HTTP

/// A response that may be stored for a minute, with a `Date` far off (RFC 9110, section 6.6.1).
public enum DateFault: String, Hashable, Sendable, CaseIterable {
  /// The beginning of 1970.
  case year1970
  /// The end of 9999.
  case year9999
  /// A year of five digits.
  case year99999
  /// The year 0.
  case year0
  /// A day that February does not have.
  case impossibleDay
  /// An hour that no day has.
  case impossibleHour
  /// A number.
  case number
  /// A number of 31 digits.
  case hugeNumber
  /// A word.
  case text
  /// Nothing.
  case empty
  /// Two fields that differ.
  case two

  var reply: ServerReply {
    var fields: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"sample\""]
    fields[values: .date] = dates
    return .sample(fields)
  }

  private var dates: [String] {
    switch self {
    case .year1970: ["Thu, 01 Jan 1970 00:00:00 GMT"]
    case .year9999: ["Fri, 31 Dec 9999 23:59:59 GMT"]
    case .year99999: ["Fri, 31 Dec 99999 23:59:59 GMT"]
    case .year0: ["Sat, 01 Jan 0000 00:00:00 GMT"]
    case .impossibleDay: ["Sun, 30 Feb 2025 00:00:00 GMT"]
    case .impossibleHour: ["Sat, 01 Mar 2025 25:61:61 GMT"]
    case .number: ["1740787200"]
    case .hugeNumber: ["1" + String(repeating: "0", count: 30)]
    case .text: ["today"]
    case .empty: [""]
    case .two: ["Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"]
    }
  }
}

/// A refusal by a busy server: 429 or 503, with or without a `Retry-After` (RFC 9110, section 10.2.3).
public struct RetryFault: Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// A `Retry-After`.
  public enum After: String, Hashable, Sendable, CaseIterable {
    /// No field.
    case none
    /// 0 seconds.
    case zero
    /// 1 second.
    case second
    /// 1 day.
    case day
    /// Fewer than 0 seconds.
    case negative
    /// 10^30 seconds.
    case huge
    /// One and a half seconds.
    case fraction
    /// A date in 1970.
    case past
    /// A date in 9999.
    case year9999
    /// A word.
    case text
    /// Nothing.
    case empty
    /// Two fields that differ.
    case two

    /// The values of the field.
    public var values: [String] {
      switch self {
      case .none: []
      case .zero: ["0"]
      case .second: ["1"]
      case .day: ["86400"]
      case .negative: ["-5"]
      case .huge: ["1" + String(repeating: "0", count: 30)]
      case .fraction: ["1.5"]
      case .past: ["Thu, 01 Jan 1970 00:00:00 GMT"]
      case .year9999: ["Fri, 31 Dec 9999 23:59:59 GMT"]
      case .text: ["soon"]
      case .empty: [""]
      case .two: ["1", "86400"]
      }
    }
  }

  /// 429 or 503.
  public let status: Int
  /// The `Retry-After`.
  public let after: After

  /// Creates a refusal.
  public init(status: Int, after: After) {
    self.status = status
    self.after = after
  }

  /// All values with both statuses.
  public static var allCases: [Self] {
    [429, 503].flatMap { status in After.allCases.map { Self(status: status, after: $0) } }
  }

  /// The status and the field.
  public var description: String { "\(status), retry after: \(after)" }

  var reply: ServerReply {
    var reply = ServerReply(status: .init(code: status, reasonPhrase: "Busy"), body: "busy")
    reply.fields[values: .retryAfter] = after.values
    return reply
  }
}
