import Services
import Foundation

/// Where the app was, so that it can go there again after a restart.
///
/// Places of another version, or that can't be decoded, are dropped with a notice, and the next ones are
/// saved over them: they say where the user was, and hold nothing that the user made. A store that can't be
/// read is left alone.
package struct SavedPlaces: Codable, Hashable {
  package static let key = "places"
  static let currentVersion = 1
  /// The number of places above the first screen of a tab that are saved and restored.
  static let maximumInTab = 50
  /// The size of the largest value that is read, in bytes.
  static let maximumSize = 1 << 20

  var version = currentVersion
  var selected: TabItem.ID?
  var tabs: [String: [Route]] = [:]
}

extension SavedPlaces {
  /// The places as JSON (RFC 8259), as `JSONEncoder` would write them with sorted keys.
  ///
  /// Places are saved at each step through the app, and an encoder takes longer than the step.
  var json: Data {
    var text = JSONText()
    text.bytes.reserveCapacity(512)
    text.object { object in
      if let selected { object.add("selected") { $0.add(selected.rawValue) } }
      object.add("tabs") { text in
        text.object { object in
          for (tab, routes) in tabs.sorted(by: { $0.key < $1.key }) {
            object.add(tab) { text in text.list(routes) { $0.add($1) } }
          }
        }
      }
      object.add("version") { $0.add(version) }
    }
    return Data(text.bytes)
  }
}

/// JSON as it is written.
private struct JSONText {
  /// The members of an object.
  struct Members {
    var text: JSONText
    var isFirst = true

    mutating func add(_ name: String, _ value: (inout JSONText) -> Void) {
      if !isFirst { text.bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      text.add(name)
      text.bytes.append(UInt8(ascii: ":"))
      value(&text)
    }
  }

  var bytes: [UInt8] = []

  mutating func object(_ body: (inout Members) -> Void) {
    var members = Members(text: self)
    // The one owner of the bytes, so that they are not copied.
    bytes = []
    members.text.bytes.append(UInt8(ascii: "{"))
    body(&members)
    self = members.text
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func list<Item>(_ items: [Item], _ each: (inout JSONText, Item) -> Void) {
    bytes.append(UInt8(ascii: "["))
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      each(&self, item)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  mutating func add(_ number: Int) {
    bytes.append(contentsOf: String(number).utf8)
  }

  mutating func add(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    if string.utf8.allSatisfy(\.standsInJSON) {
      bytes.append(contentsOf: string.utf8)
    } else {
      for byte in string.utf8 { add(escaping: byte) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func add(escaping byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0..<0x10: bytes.append(contentsOf: "\\u000\(String(byte, radix: 16))".utf8)
    case 0x10..<0x20: bytes.append(contentsOf: "\\u00\(String(byte, radix: 16))".utf8)
    default: bytes.append(byte)
    }
  }

  mutating func add(_ route: Route) {
    object { object in
      object.add("name") { $0.add(route.name) }
      object.add("parameters") { text in
        text.object { object in
          for (name, value) in route.parameters.sorted(by: { $0.key < $1.key }) {
            object.add(name) { $0.add(value) }
          }
        }
      }
      object.add("version") { $0.add(route.version) }
    }
  }
}

extension UInt8 {
  /// Whether the byte stands in a string as it is.
  fileprivate var standsInJSON: Bool {
    self >= 0x20 && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}
