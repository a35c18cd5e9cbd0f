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
    var text = "{\"version\":\(version)"
    if let selected {
      text += ",\"selected\":"
      text.append(quoted: selected.rawValue)
    }
    text += ",\"tabs\":{"
    text.append(members: tabs) { text, routes in
      text += "["
      for (index, route) in routes.enumerated() {
        if index > 0 { text += "," }
        text.append(route)
      }
      text += "]"
    }
    text += "}}"
    return Data(text.utf8)
  }
}

// JSON (RFC 8259).
extension String {
  fileprivate mutating func append(_ route: Route) {
    self += "{\"version\":\(route.version),\"name\":"
    append(quoted: route.name)
    self += ",\"parameters\":{"
    append(members: route.parameters) { $0.append(quoted: $1) }
    self += "}}"
  }

  /// Appends the members of an object, without the braces.
  fileprivate mutating func append<Value>(
    members: [String: Value], _ append: (inout String, Value) -> Void
  ) {
    var isFirst = true
    for (name, value) in members {
      if !isFirst { self += "," }
      isFirst = false
      self.append(quoted: name)
      self += ":"
      append(&self, value)
    }
  }

  /// Appends a string (section 7).
  fileprivate mutating func append(quoted text: String) {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    if isPlain {
      self += "\""
      self += text
      self += "\""
    } else if let encoded = try? JSONEncoder().encode(text) {
      self += String(decoding: encoded, as: UTF8.self)
    } else {
      self += "\"\""
    }
  }
}
