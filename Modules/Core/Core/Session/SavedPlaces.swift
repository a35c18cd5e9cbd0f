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
    let tabs = tabs.map { tab, routes in
      "\(quoted(tab)):[\(routes.map(\.json).joined(separator: ","))]"
    }
    let selected = selected.map { "\"selected\":\(quoted($0.rawValue))," } ?? ""
    return Data(
      "{\(selected)\"tabs\":{\(tabs.joined(separator: ","))},\"version\":\(version)}".utf8)
  }
}

extension Route {
  fileprivate var json: String {
    let parameters = parameters.map { "\(quoted($0)):\(quoted($1))" }.joined(separator: ",")
    return "{\"name\":\(quoted(name)),\"parameters\":{\(parameters)},\"version\":\(version)}"
  }
}

/// A string of JSON (RFC 8259, section 7).
private func quoted(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
  if isPlain { return "\"\(text)\"" }
  return (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
}
