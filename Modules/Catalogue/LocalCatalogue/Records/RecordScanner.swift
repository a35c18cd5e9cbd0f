/// Parses one JSON record (RFC 8259) in one pass over its bytes, and skips unneeded values.
///
/// A dump has tens of millions of records: `make bench` compares this parser with `JSONDecoder`.
struct RecordScanner {
  /// The text is not valid JSON, or a read part is not UTF-8.
  struct Malformed: Error {}

  /// The maximum nesting of values.
  private static let deepest = 64

  private let bytes: UnsafeBufferPointer<UInt8>
  private var next = 0
  private var depth = 0

  /// Creates a scanner for a text, which must outlive it.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Whether only white space is left.
  var isAtEnd: Bool {
    var rest = self
    return rest.peek() == nil
  }

  // MARK: Values

  /// Reads an object; `member` gets each name and reads its value.
  mutating func object(
    _ member: (inout RecordScanner, MemberName) throws(Malformed) -> Void
  ) throws(Malformed) {
    try enter("{")
    if consume("}") { return depth -= 1 }
    repeat {
      let name = try string()
      try expect(":")
      try member(&self, MemberName(bytes: UnsafeBufferPointer(rebasing: bytes[name.range])))
    } while consume(",")
    try expect("}")
    depth -= 1
  }

  /// Reads an array; `element` reads each value.
  mutating func array(
    _ element: (inout RecordScanner) throws(Malformed) -> Void
  ) throws(Malformed) {
    try enter("[")
    if consume("]") { return depth -= 1 }
    repeat { try element(&self) } while consume(",")
    try expect("]")
    depth -= 1
  }

  /// Reads a string, or skips another value.
  mutating func text() throws(Malformed) -> String? {
    guard let first = peek() else { throw Malformed() }
    guard first == UInt8(ascii: "\"") else {
      try skip()
      return nil
    }
    let string = try string()
    let bytes = UnsafeBufferPointer(rebasing: bytes[string.range])
    if string.hasEscapes { return try Self.unescaped(bytes) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Malformed() }
    return text
  }

  /// Reads a string without escapes as bytes, or skips another value.
  mutating func plainBytes() throws(Malformed) -> UnsafeBufferPointer<UInt8>? {
    guard peek() == UInt8(ascii: "\"") else {
      try skip()
      return nil
    }
    let string = try string()
    return string.hasEscapes ? nil : UnsafeBufferPointer(rebasing: bytes[string.range])
  }

  /// Reads a whole number, or skips another value.
  mutating func integer() throws(Malformed) -> Int? {
    _ = peek()
    let start = next
    try skip()
    return Int(String(decoding: bytes[start..<next], as: UTF8.self))
  }

  /// Returns whether the next value is an object.
  mutating func startsObject() -> Bool { peek() == UInt8(ascii: "{") }
  /// Returns whether the next value is an array.
  mutating func startsArray() -> Bool { peek() == UInt8(ascii: "[") }

  /// Skips a value.
  mutating func skip() throws(Malformed) {
    switch peek() {
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "{"): try object { (scanner, _) throws(Malformed) in try scanner.skip() }
    case UInt8(ascii: "["): try array { (scanner) throws(Malformed) in try scanner.skip() }
    case UInt8(ascii: "t"): try expect("true")
    case UInt8(ascii: "f"): try expect("false")
    case UInt8(ascii: "n"): try expect("null")
    default: try number()
    }
  }

  // MARK: Bytes

  private mutating func peek() -> UInt8? {
    while next < bytes.count {
      switch bytes[next] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): next += 1
      case let byte: return byte
      }
    }
    return nil
  }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard let byte = peek(), UInt32(byte) == character.value else { return false }
    next += 1
    return true
  }

  private mutating func enter(_ character: Unicode.Scalar) throws(Malformed) {
    depth += 1
    guard consume(character), depth < Self.deepest else { throw Malformed() }
  }

  private mutating func expect(_ word: StaticString) throws(Malformed) {
    guard peek() != nil else { throw Malformed() }
    for index in 0..<word.utf8CodeUnitCount {
      guard next < bytes.count, bytes[next] == word.utf8Start[index] else { throw Malformed() }
      next += 1
    }
  }

  private mutating func number() throws(Malformed) {
    let start = next
    while next < bytes.count, bytes[next] &- UInt8(ascii: "0") < 10 { next += 1 }
    let isWhole = next > start
    let end = next
    while next < bytes.count {
      switch bytes[next] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        next += 1
        continue
      default: break
      }
      break
    }
    if isWhole, next == end { return }
    guard next > start,
      Double(String(decoding: bytes[start..<next], as: UTF8.self)) != nil
    else { throw Malformed() }
  }

  private mutating func string() throws(Malformed) -> (range: Range<Int>, hasEscapes: Bool) {
    try expect("\"")
    let start = next
    var hasEscapes = false
    while next < bytes.count {
      let byte = bytes[next]
      if byte == UInt8(ascii: "\"") {
        next += 1
        return (start..<(next - 1), hasEscapes)
      }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        next += 1
      } else if byte < 0x20 {
        throw Malformed()
      }
      next += 1
    }
    throw Malformed()
  }

  /// Returns the text of a string with escapes; a lone surrogate becomes U+FFFD.
  private static func unescaped(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(Malformed) -> String {
    var units: [UInt16] = []
    var text = ""
    var index = 0
    while index < bytes.count {
      let plain = bytes[index...].prefix { $0 != UInt8(ascii: "\\") }
      guard let part = String(validating: plain, as: UTF8.self) else { throw Malformed() }
      text += part
      index += plain.count
      units.removeAll(keepingCapacity: true)
      while index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\") {
        units.append(try escape(bytes, &index))
      }
      text += String(decoding: units, as: UTF16.self)
    }
    return text
  }

  private static func escape(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int
  ) throws(Malformed) -> UInt16 {
    let letter = bytes[index + 1]
    index += 2
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(letter)
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "u"):
      guard index + 4 <= bytes.count,
        let unit = UInt16(String(decoding: bytes[index..<(index + 4)], as: UTF8.self), radix: 16)
      else { throw Malformed() }
      index += 4
      return unit
    default: throw Malformed()
    }
  }
}
