/// A string that identifies a `Subject`; identifiers of different subjects are different types.
///
/// Encoded as a bare string.
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

  /// Decodes an identifier from a bare string.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  /// Encodes the identifier as a bare string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
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
