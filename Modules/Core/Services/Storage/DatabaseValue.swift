public import Foundation

/// A value in a database, in one of SQL's types.
public enum DatabaseValue: Hashable, Sendable {
  /// Null.
  case null
  /// An integer.
  case integer(Int64)
  /// A number with a fraction (IEEE 754, 64 bits).
  case real(Double)
  /// Text in UTF-8, including U+0000.
  case text(String)
  /// Bytes.
  case blob(Data)

  /// The text, or null.
  public init(_ text: String?) { self = text.map(Self.text) ?? .null }

  /// The number, or null.
  public init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }

  /// The number, or null.
  public init(_ number: Double?) { self = number.map(Self.real) ?? .null }

  /// The bytes, or null.
  public init(_ data: Data?) { self = data.map(Self.blob) ?? .null }

  /// The valid times: the years 1 to 9999, as seconds since 2001-01-01 00:00 UTC.
  public static let times = -63_114_076_800.0...252_423_993_599.0

  /// Clamps a time to ``times``.
  public static func clampedTime(_ seconds: Double) -> Double {
    min(max(seconds, times.lowerBound), times.upperBound)
  }

  /// The time as seconds since 2001-01-01 00:00 UTC, clamped to ``times``, or null. This is how
  /// `Date` stores a time, so it is read back exactly.
  public init(_ date: Date?) {
    self = date.map { .real(Self.clampedTime($0.timeIntervalSinceReferenceDate)) } ?? .null
  }

  /// The identifier as text, or null.
  public init<Subject>(_ identifier: Identifier<Subject>?) {
    self = identifier.map { .text($0.rawValue) } ?? .null
  }
}

extension DatabaseValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }

  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}
