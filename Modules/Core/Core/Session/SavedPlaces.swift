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

  /// The places as JSON for a `JSONDecoder`.
  ///
  /// Put together here because places are saved at each step: with `JSONEncoder` a journey of `make bench`
  /// takes a fifth longer.
  var json: Data {
    var text = JSONBytes()
    text.append("{\"version\":")
    text.append(String(version))
    if let selected {
      text.append(",\"selected\":")
      text.append(quoted: selected.rawValue)
    }
    text.append(",\"tabs\":{")
    text.append(members: tabs) { text, routes in
      text.append("[")
      for (index, route) in routes.enumerated() {
        if index > 0 { text.append(",") }
        text.append(route)
      }
      text.append("]")
    }
    text.append("}}")
    return Data(text.bytes)
  }
}

/// JSON (RFC 8259) as UTF-8.
private struct JSONBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func append(_ route: Route) {
    append("{\"version\":")
    append(String(route.version))
    append(",\"name\":")
    append(quoted: route.name)
    append(",\"parameters\":{")
    append(members: route.parameters) { $0.append(quoted: $1) }
    append("}}")
  }

  /// Appends the members of an object, without the braces.
  mutating func append<Value>(
    members: [String: Value], _ append: (inout JSONBytes, Value) -> Void
  ) {
    var isFirst = true
    for (name, value) in members {
      if !isFirst { self.append(",") }
      isFirst = false
      self.append(quoted: name)
      self.append(":")
      append(&self, value)
    }
  }

  /// Appends a string (section 7).
  mutating func append(quoted text: String) {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    if isPlain {
      append("\"")
      append(text)
      append("\"")
    } else if let encoded = try? JSONEncoder().encode(text) {
      bytes.append(contentsOf: encoded)
    } else {
      append("\"\"")
    }
  }
}
