import Foundation

/// Reads and writes the paths and queries of the catalogue's addresses (RFC 3986), where
/// `URLComponents` would take longer than the answer.
enum QueryText {
  /// Writes an address: what stands before the path, the path, and the items of the query.
  ///
  /// A plus is escaped, because servers read one in a query as a space.
  static func address(_ origin: String, _ path: String, _ items: [String: String]) -> String {
    var address = origin
    append(path, to: &address)
    var mark: Character = "?"
    for (name, value) in items.sorted(by: { $0.key < $1.key }) {
      address.append(mark)
      append(name, to: &address)
      address.append("=")
      append(value, to: &address)
      mark = "&"
    }
    return address
  }

  /// The path of an address and the items of its query, the last one of each name; a plus is a
  /// space, as forms have it.
  static func parts(of address: String) -> (path: String, items: [String: String]) {
    var rest = Substring(address).utf8
    rest = rest.prefix { $0 != UInt8(ascii: "#") }
    // What stands before the path: a scheme, and after two slashes a host.
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")),
      !rest[..<colon].contains(UInt8(ascii: "/")), !rest[..<colon].contains(UInt8(ascii: "?"))
    {
      rest = rest[rest.index(after: colon)...]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2).drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    }
    let path = rest.prefix { $0 != UInt8(ascii: "?") }
    var items: [String: String] = [:]
    for item in rest[path.endIndex...].dropFirst().split(separator: UInt8(ascii: "&")) {
      let name = item.prefix { $0 != UInt8(ascii: "=") }
      let value = item[name.endIndex...].dropFirst()
      items[plain(name, plusIsSpace: true)] = plain(value, plusIsSpace: true)
    }
    return (plain(path, plusIsSpace: false), items)
  }

  private static func append(_ text: String, to address: inout String) {
    if text.utf8.allSatisfy(isKept) { return address += text }
    for byte in text.utf8 {
      if isKept(byte) {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        address += byte < 0x10 ? "%0" : "%"
        address += String(byte, radix: 16, uppercase: true)
      }
    }
  }

  /// Whether a byte stands for itself in a path and in a query's names and values.
  private static func isKept(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
      UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "*"), UInt8(ascii: ","),
      UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "'"), UInt8(ascii: "!"):
      true
    default: false
    }
  }

  private static func plain(_ text: Substring.UTF8View, plusIsSpace: Bool) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+"), plusIsSpace {
        bytes.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%"),
        let high = rest.first.flatMap(digit), let low = rest.dropFirst().first.flatMap(digit)
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
