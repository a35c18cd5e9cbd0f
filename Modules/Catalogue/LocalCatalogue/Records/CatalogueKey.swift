/// The kind of a record.
enum CatalogueKind: Int64, Sendable {
  case work, author, edition

  /// The last letter of a numbered key.
  var letter: UInt8 {
    switch self {
    case .work: UInt8(ascii: "W")
    case .author: UInt8(ascii: "A")
    case .edition: UInt8(ascii: "M")
    }
  }
}

/// A record's key without its path: `OL45883W` is the number 45883, other keys are names.
enum CatalogueKey: Hashable, Sendable {
  case number(Int)
  case name(String)

  /// The first number of a name; no numbered key has so many digits.
  static let firstOfNames = 1_000_000_000_000

  /// Parses a key.
  init(_ key: UnsafeBufferPointer<UInt8>, _ kind: CatalogueKind) {
    guard key.count > 3, key.count <= 15, key[0] == UInt8(ascii: "O"),
      key[1] == UInt8(ascii: "L"), key[2] != UInt8(ascii: "0"), key[key.count - 1] == kind.letter
    else {
      self = .name(String(decoding: key, as: UTF8.self))
      return
    }
    var number = 0
    for byte in key[2..<(key.count - 1)] {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else {
        self = .name(String(decoding: key, as: UTF8.self))
        return
      }
      number = number * 10 + Int(digit)
    }
    self = .number(number)
  }

  /// Parses a key.
  init(_ key: String, _ kind: CatalogueKind) {
    var key = key
    self = key.withUTF8 { CatalogueKey($0, kind) }
  }

  /// Returns the key of a number, for one below ``firstOfNames``.
  static func text(_ number: Int, _ kind: CatalogueKind) -> String {
    "OL\(number)\(UnicodeScalar(kind.letter))"
  }
}
