/// One change of the navigation tree, to be carried out by ``Window/commit(_:)``.
struct Change {
  /// What kind of change it is, for the log.
  enum Kind: String, Codable, Hashable, Sendable {
    case push, present, setRoot, replace, back, close, home, select, link, rewind, route
  }

  let kind: Kind
  let reason: EndReason
  var added: [NavigationTree.EntryID] = []
  var transition: Transition = .standard
  let apply: (inout NavigationTree) -> Bool
}
