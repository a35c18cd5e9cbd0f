import Foundation

/// Reads plain JSON (RFC 8259) in one pass, without a tree of values in between.
///
/// It gives up on whatever needs a thought: escapes, fractions, a name that stands twice, a value of
/// another type, and all that is no JSON. `JSONDecoder` has the word then; what is read here is what
/// it would have read.
struct PlainJSON {
  /// The text is not plain.
  struct NotPlain: Error {}

  /// How deep values that nobody asked for may lie in each other.
  private static let deepest = 32

  private let bytes: [UInt8]
  private var next = 0

  private init(_ data: Data) {
    bytes = [UInt8](data)
  }

  /// Reads a whole text, or gives nil where it is not plain.
  static func read<Value>(
    _ data: Data, _ value: (inout PlainJSON) throws(NotPlain) -> Value
  ) -> Value? {
    var json = PlainJSON(data)
    guard let value = try? value(&json) else { return nil }
    return json.peek() == nil ? value : nil
  }

  // MARK: Values

  /// Reads an object: `member` is given the place of each known name, and reads its value.
  ///
  /// - Parameter names: the names of ASCII that are known, in the order in which they mostly stand.
  mutating func object(
    _ names: [String], _ member: (inout PlainJSON, Int) throws(NotPlain) -> Void
  ) throws(NotPlain) {
    try expect(UInt8(ascii: "{"))
    if take(UInt8(ascii: "}")) { return }
    var seen = 0
    // Mostly the names stand in their order.
    var guess = 0
    repeat {
      let name = try bytesOfString()
      try expect(UInt8(ascii: ":"))
      let places = names.indices.lazy.map { ($0 + guess) % names.count }
      guard let place = places.first(where: { stands(names[$0], at: name) }) else {
        try check(name)
        try skip(depth: 1)
        continue
      }
      guard seen & 1 << place == 0 else { throw NotPlain() }
      seen |= 1 << place
      guess = place + 1
      try member(&self, place)
    } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
  }

  /// Reads an array.
  mutating func array<Element>(
    _ element: (inout PlainJSON) throws(NotPlain) -> Element
  ) throws(NotPlain) -> [Element] {
    try expect(UInt8(ascii: "["))
    if take(UInt8(ascii: "]")) { return [] }
    var elements: [Element] = []
    repeat { elements.append(try element(&self)) } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
    return elements
  }

  /// Reads a value that may be null.
  mutating func optional<Value>(
    _ value: (inout PlainJSON) throws(NotPlain) -> Value
  ) throws(NotPlain) -> Value? {
    guard peek() == UInt8(ascii: "n") else { return try value(&self) }
    try expect("null")
    return nil
  }

  /// Reads a string.
  mutating func string() throws(NotPlain) -> String {
    try text(try bytesOfString())
  }

  /// Reads a whole number.
  mutating func int() throws(NotPlain) -> Int {
    let isNegative = take(UInt8(ascii: "-"))
    let start = next
    var number = 0
    while next < bytes.count, case let digit = bytes[next] &- UInt8(ascii: "0"), digit < 10 {
      guard next - start < 18 else { throw NotPlain() }
      number = number * 10 + Int(digit)
      next += 1
    }
    // No digit, or a zero before others or after a minus.
    guard next > start, bytes[start] != UInt8(ascii: "0") || next - start == 1 && !isNegative else {
      throw NotPlain()
    }
    return isNegative ? -number : number
  }

  /// Passes over a value that nobody asked for.
  private mutating func skip(depth: Int) throws(NotPlain) {
    guard depth < Self.deepest else { throw NotPlain() }
    switch peek() {
    case UInt8(ascii: "\""): try check(bytesOfString())
    case UInt8(ascii: "t"): try expect("true")
    case UInt8(ascii: "f"): try expect("false")
    case UInt8(ascii: "n"): try expect("null")
    case UInt8(ascii: "["):
      next += 1
      if take(UInt8(ascii: "]")) { return }
      repeat { try skip(depth: depth + 1) } while take(UInt8(ascii: ","))
      try expect(UInt8(ascii: "]"))
    case UInt8(ascii: "{"):
      next += 1
      if take(UInt8(ascii: "}")) { return }
      repeat {
        try check(bytesOfString())
        try expect(UInt8(ascii: ":"))
        try skip(depth: depth + 1)
      } while take(UInt8(ascii: ","))
      try expect(UInt8(ascii: "}"))
    default: _ = try int()
    }
  }

  // MARK: Bytes

  /// The next byte that is no white space, or nil at the end.
  private mutating func peek() -> UInt8? {
    while next < bytes.count {
      switch bytes[next] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): next += 1
      case let byte: return byte
      }
    }
    return nil
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    next += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(NotPlain) {
    guard take(byte) else { throw NotPlain() }
  }

  private mutating func expect(_ word: String) throws(NotPlain) {
    guard peek() != nil, bytes[next...].starts(with: word.utf8) else { throw NotPlain() }
    next += word.utf8.count
  }

  /// Where the next string's text stands.
  private mutating func bytesOfString() throws(NotPlain) -> Range<Int> {
    try expect(UInt8(ascii: "\""))
    let start = next
    while next < bytes.count {
      switch bytes[next] {
      case UInt8(ascii: "\""):
        next += 1
        return start..<(next - 1)
      case 0..<0x20, UInt8(ascii: "\\"): throw NotPlain()
      default: next += 1
      }
    }
    throw NotPlain()
  }

  private func text(_ range: Range<Int>) throws(NotPlain) -> String {
    let text: String? = bytes.withUnsafeBufferPointer { bytes in
      let bytes = UnsafeBufferPointer(rebasing: bytes[range])
      // There is nothing to validate in ASCII, and validating takes longer than looking.
      let isASCII = bytes.reduce(0, |) < 0x80
      return isASCII
        ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
    }
    guard let text else { throw NotPlain() }
    return text
  }

  /// Checks text that nobody asked for.
  private func check(_ range: Range<Int>) throws(NotPlain) {
    if bytes[range].contains(where: { $0 >= 0x80 }) { _ = try text(range) }
  }

  private func stands(_ name: String, at range: Range<Int>) -> Bool {
    range.count == name.utf8.count && bytes[range].elementsEqual(name.utf8)
  }
}
