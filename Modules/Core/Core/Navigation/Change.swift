/// A change of the navigation tree, made by ``NavigationController/commit(_:)``.
package struct Change {
  /// The kind of change, for the log.
  package enum Kind: String, Codable, Hashable, Sendable {
    case push, present, setRoot, replace, dismiss, back, close, home, select, link, rewind, route,
      layout

    /// Whether the user closes the removed entries: a layer that the user closes stays closed.
    var isUserRequest: Bool { [.back, .close, .home, .link].contains(self) }
  }

  let kind: Kind
  let reason: EndReason
  var added: [NavigationTree.EntryID] = []
  var transition: ScreenTransition = .standard
  let apply: (inout NavigationTree) -> Bool
}
