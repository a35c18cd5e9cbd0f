/// One header field (RFC 9110, section 5).
///
/// Names and properties are those of apple/swift-http-types, so that a program can exchange the types.
public struct HTTPField: Hashable, Sendable, CustomStringConvertible {
  /// The name of a field; equal if it differs in case only.
  public struct Name: Hashable, Sendable, CustomStringConvertible {
    /// The name as it was given.
    public let rawName: String
    /// The name in lower case.
    public let canonicalName: String

    /// Creates a name, or nil if the text is not a token (RFC 9110, section 5.6.2).
    public init?(_ name: String) {
      var name = name
      guard let made = name.withUTF8({ Self(parsing: UnsafeRawBufferPointer($0)) }) else {
        return nil
      }
      self = made
    }

    /// Creates a name from a token.
    init(token: String) {
      rawName = token
      canonicalName = token.lowercased()
    }

    init(known: StaticString) {
      self.init(token: "\(known)")
    }

    /// Whether the names are equal, ignoring case.
    public static func == (one: Self, other: Self) -> Bool {
      one.canonicalName.utf8.count == other.canonicalName.utf8.count
        && one.canonicalName == other.canonicalName
    }

    /// Hashes the name in lower case.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(canonicalName)
    }

    /// The name as it was given.
    public var description: String { rawName }
  }

  /// The name.
  public let name: Name
  /// The value, without white space at its ends.
  ///
  /// Characters that would end a field on the wire, NUL, CR and LF (RFC 9110, section 5.5), are spaces here.
  public let value: String

  /// Creates a field.
  public init(name: Name, value: String) {
    self.name = name
    self.value = Self.validValue(value)
  }

  /// Creates a field from bytes without white space at their ends.
  init(name: Name, bytes: UnsafeRawBufferPointer) {
    self.name = name
    let bytes = bytes.assumingMemoryBound(to: UInt8.self)
    value =
      Self.isLegal(bytes) ? String(decoding: bytes, as: UTF8.self) : Self.legal(Array(bytes))
  }

  /// Whether a text can be the value of a field as it is (RFC 9110, section 5.5).
  public static func isValidValue(_ value: String) -> Bool {
    validValue(value) == value
  }

  /// Returns a text as it can be the value of a field.
  package static func validValue(_ value: String) -> String {
    var value = value
    return value.withUTF8 { isLegal($0) } ? value : legal(Array(value.utf8))
  }

  /// The field on one line.
  public var description: String { "\(name): \(value)" }

  private static func isLegal(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return true }
    if first.isFieldSpace || last.isFieldSpace { return false }
    for byte in bytes where byte == 0 || byte == 10 || byte == 13 { return false }
    return true
  }

  private static func legal(_ bytes: [UInt8]) -> String {
    var kept = bytes.map { $0 == 0 || $0 == 10 || $0 == 13 ? 0x20 : $0 }
    while kept.last?.isFieldSpace == true { kept.removeLast() }
    return String(decoding: kept.drop(while: \.isFieldSpace), as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether the byte is a space or a tab.
  package var isFieldSpace: Bool { self == 0x20 || self == 0x09 }

  /// Whether the byte may be in a token (RFC 9110, section 5.6.2).
  package var isTokenByte: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
      UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
      UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

extension Collection<UInt8> {
  /// Whether the bytes are a token (RFC 9110, section 5.6.2).
  package var isToken: Bool { !isEmpty && allSatisfy(\.isTokenByte) }
}
