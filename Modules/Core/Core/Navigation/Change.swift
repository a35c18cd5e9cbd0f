/// A change of the navigation tree, made by ``NavigationController/commit(_:)``.
package struct Change {
  /// The kind of change, for the log.
  package enum Kind: String, Codable, Hashable, Sendable {
    case push, present, replace, dismiss, back, close, home, select, link, rewind, route, layout

    /// Whether the user closes the removed entries: a layer that the user closes stays closed.
    var isUserRequest: Bool { [.back, .close, .home, .link].contains(self) }
  }

  let kind: Kind
  let reason: EndReason
  var added: [NavigationTree.EntryID] = []
  let apply: (inout NavigationTree) -> Bool

  /// How a host may animate it: another tab or layout, or a screen in another one's place, is not.
  var transition: ScreenTransition {
    [.replace, .select, .route, .layout].contains(kind) ? .none : .standard
  }
}

extension Change {
  /// Removes entries, oldest first: with an entry go those above it and presented from it.
  static func removing(_ entries: Set<NavigationTree.EntryID>, kind: Kind) -> Change {
    Change(kind: kind, reason: .replaced) { tree in
      for entry in entries.sorted() { _ = tree.remove(entry) }
      return true
    }
  }

  /// Removes everything, for asking every lock; never committed.
  static var everything: Change {
    Change(kind: .close, reason: .cancelled) { tree in
      tree.dismissAllLayers()
      if let first = tree.entries(in: tree.root).first { _ = tree.remove(first.id) }
      return true
    }
  }
}
