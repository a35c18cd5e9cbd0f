/// One change of the navigation tree, to be carried out by ``NavigationController/commit(_:)``.
struct Change {
  /// What kind of change it is, for the log.
  enum Kind: String, Codable, Hashable, Sendable {
    case push, present, setRoot, replace, dismiss, back, close, home, select, link, rewind, route,
      layout

    /// Whether a user closes what goes: a layer that goes so stays closed.
    var isPersonal: Bool {
      switch self {
      case .back, .close, .home, .link: true
      case .push, .present, .setRoot, .replace, .dismiss, .select, .rewind, .route, .layout: false
      }
    }
  }

  let kind: Kind
  let reason: EndReason
  var added: [NavigationTree.EntryID] = []
  var transition: ScreenTransition = .standard
  let apply: (inout NavigationTree) -> Bool
}
