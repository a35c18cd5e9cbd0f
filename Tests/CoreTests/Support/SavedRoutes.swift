import Core
import Foundation
import Services

extension String {
  /// The saved routes of the toy app's tabs: one that can be guarded, and an item.
  static func savedRoutes(selected: TabID = "second") -> String {
    savedRoutes(["first": ["guarded"], "second": ["item"]], selected: selected)
  }

  /// Routes as the app saves them: their names by tab.
  static func savedRoutes(_ tabs: [String: [String]], selected: TabID? = nil) -> String {
    let members = tabs.sorted { $0.key < $1.key }.map { tab, names -> String in
      let routes = names.map { #"{"name":"\#($0)","version":1,"parameters":{}}"# }
      return #""\#(tab)":[\#(routes.joined(separator: ","))]"#
    }
    let selection = selected.map { #""selected":"\#($0)","# } ?? ""
    return #"{"version":1,\#(selection)"tabs":{\#(members.joined(separator: ","))}}"#
  }
}

extension KeyValueStore {
  /// Saves routes, as an earlier run of the app has.
  func save(_ routes: String, of owner: Owner = .guest) async throws {
    try await set(Data(routes.utf8), for: owner.routesKey)
  }

  /// The saved routes of an owner; empty without any.
  func routes(of owner: Owner = .guest) async throws -> String {
    String(decoding: try await value(for: owner.routesKey) ?? Data(), as: UTF8.self)
  }
}

extension Owner {
  /// The key of the owner's saved routes.
  var routesKey: String { keyPrefix + "session/places" }
}
