/// JSON text as it is written, byte by byte (RFC 8259).
///
/// `JSONEncoder` takes longer for one answer than the whole search does.
struct JSONBytes {
  /// The text so far.
  private(set) var bytes: [UInt8] = []

  /// Adds text that is JSON already.
  mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Adds text that is JSON already.
  mutating func append(_ json: ArraySlice<UInt8>) {
    bytes.append(contentsOf: json)
  }

  /// Adds a number.
  mutating func append(_ number: Int) {
    bytes.append(contentsOf: String(number).utf8)
  }

  /// Adds a string with its quotes.
  mutating func append(quoted text: some StringProtocol) {
    append("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0..<0x20:
        append(byte < 0x10 ? "\\u000" : "\\u001")
        bytes.append(contentsOf: String(byte & 0xF, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
    append("\"")
  }

  /// Adds an array.
  mutating func append<Items: Sequence>(
    _ items: Items, _ each: (inout JSONBytes, Items.Element) -> Void
  ) {
    append("[")
    var isFirst = true
    for item in items {
      if !isFirst { append(",") }
      isFirst = false
      each(&self, item)
    }
    append("]")
  }
}
