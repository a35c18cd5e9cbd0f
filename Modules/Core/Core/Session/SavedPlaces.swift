import Services
import Foundation

/// The routes of the open screens and the selected tab, to be restored after a restart.
///
/// Routes of another version, or that can't be decoded, are dropped with a notice and overwritten
/// by the next save: they contain nothing that the user made. If the store can't be read, they are
/// not overwritten.
package struct SavedPlaces: Codable, Hashable {
  package static let key = "places"
  static let currentVersion = 1
  /// The maximum number of routes to save and restore in a tab.
  static let maximumInTab = 50
  /// The maximum size of a value to read, in bytes.
  static let maximumSize = 1 << 20

  var version = currentVersion
  var selected: TabID?
  var tabs: [String: [Route]] = [:]

  /// The routes as JSON for a `JSONDecoder`.
  ///
  /// Written without `JSONEncoder` because routes are saved at each step: with it, a journey of
  /// `make bench` takes a fifth longer.
  var json: Data {
    var bytes = Array("{\"version\":\(version)".utf8)
    if let selected {
      bytes.append(json: ",\"selected\":")
      bytes.append(quoted: selected.rawValue)
    }
    bytes.append(json: ",\"tabs\":{")
    bytes.append(members: tabs) { bytes, routes in
      bytes.append(json: "[")
      for (index, route) in routes.enumerated() {
        if index > 0 { bytes.append(json: ",") }
        bytes.append(route)
      }
      bytes.append(json: "]")
    }
    bytes.append(json: "}}")
    return Data(bytes)
  }
}

// JSON (RFC 8259) in UTF-8.
extension [UInt8] {
  fileprivate mutating func append(json: String) {
    append(contentsOf: json.utf8)
  }

  fileprivate mutating func append(_ route: Route) {
    append(json: "{\"version\":\(route.version),\"name\":")
    append(quoted: route.name)
    append(json: ",\"parameters\":{")
    append(members: route.parameters) { $0.append(quoted: $1) }
    append(json: "}}")
  }

  /// Appends the members of an object, without the braces.
  fileprivate mutating func append<Value>(
    members: [String: Value], _ append: (inout [UInt8], Value) -> Void
  ) {
    for (index, (name, value)) in members.enumerated() {
      if index > 0 { self.append(json: ",") }
      self.append(quoted: name)
      self.append(json: ":")
      append(&self, value)
    }
  }

  /// Appends a string (section 7).
  fileprivate mutating func append(quoted text: String) {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    guard isPlain else {
      return append(contentsOf: (try? JSONEncoder().encode(text)) ?? Data("\"\"".utf8))
    }
    append(UInt8(ascii: "\""))
    append(json: text)
    append(UInt8(ascii: "\""))
  }
}
