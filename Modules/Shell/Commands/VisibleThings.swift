import Core

/// What a line may name: the rows, actions and fields of all visible screens, each with its screen.
struct VisibleThings {
  /// A thing on one of the visible screens.
  struct Placed<Thing> {
    let thing: Thing
    let pane: Int
  }

  private let snapshot: Snapshot

  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
  }

  /// The rows in the order of their numbers: over all sections and screens.
  var rows: [Placed<Row>] {
    snapshot.panes.enumerated().flatMap { index, pane in
      pane.content.rows.map { Placed(thing: $0, pane: index) }
    }
  }

  /// The actions, those of the second column first, each identifier once.
  var actions: [Placed<Action>] {
    var seen: Set<Action.ID> = []
    return snapshot.panes.enumerated().reversed().flatMap { index, pane in
      pane.content.actions.map { Placed(thing: $0, pane: index) }
    }.filter { seen.insert($0.thing.id).inserted }
  }

  /// The fields, those of the second column first.
  var fields: [Placed<Field>] {
    snapshot.panes.enumerated().reversed().flatMap { index, pane in
      pane.content.fields.map { Placed(thing: $0, pane: index) }
    }
  }

  /// Whether something here takes a secret, so that a mistyped line may hold one.
  var takesSecrets: Bool {
    snapshot.panes.contains { pane in
      pane.content.fields.contains { $0.kind == .secure }
        || pane.content.actions.contains { $0.input?.kind == .secure }
    }
  }
}

extension Action {
  /// The names by which a person may call the action, without the dots that promise a question.
  var names: [String] {
    let title = title.hasSuffix("…") ? String(title.dropLast()) : title
    let isSame =
      title.mayBegin(like: id.rawValue) && id.rawValue.lowercased() == title.lowercased()
    return isSame ? [id.rawValue] : [id.rawValue, title]
  }
}

extension Field {
  /// The names by which a person may call the field.
  var names: [String] { [id.rawValue, label] }
}
