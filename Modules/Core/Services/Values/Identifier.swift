/// A string that identifies a `Subject`; identifiers of different subjects are different types.
///
/// Encoded as a bare string, by the standard library.
public struct Identifier<Subject>: RawRepresentable, Hashable, Sendable, Codable {
  /// The identifying text.
  public let rawValue: String

  /// Creates an identifier from its text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates an identifier from its text.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

extension Identifier: ExpressibleByStringLiteral {
  /// Creates an identifier from a literal.
  public init(stringLiteral value: String) {
    rawValue = value
  }
}

extension Identifier: LosslessStringConvertible {
  /// The identifying text.
  public var description: String { rawValue }
}
