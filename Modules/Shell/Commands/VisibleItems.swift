import Services
import Core

/// The rows, actions and fields of all visible screens, each with its screen.
struct VisibleItems {
  /// An item of one of the visible screens.
  struct Placed<Thing> {
    let thing: Thing
    let pane: Int
  }

  private let snapshot: Snapshot

  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
  }

  /// The rows in the order of their numbers, across all sections and screens.
  var rows: [Placed<Row>] {
    snapshot.panes.enumerated().flatMap { index, pane in
      pane.content.rows.map { Placed(thing: $0, pane: index) }
    }
  }

  /// Whether one of the lists has rows that are not loaded.
  var hasMoreRows: Bool { snapshot.panes.contains { $0.content.hasMoreRows } }

  /// Returns the rows that a person may mean by a text, with their numbers: those with this title or else the one with
  /// this number or else those whose titles begin with the text or else those that contain it, also in their details,
  /// such as a translated title. Rows for the same thing count as one.
  func rows(with typed: String) -> [(number: Int, row: Placed<Row>)] {
    let text = RowText(typed)
    let rows = rows.enumerated().map { (number: $0.offset + 1, row: $0.element) }
    let found = rows.filter {
      text.isIn($0.row.thing.title) || $0.row.thing.detail.map(text.isIn) == true
    }
    let begun = found.filter { text.begins($0.row.thing.title) }
    let same = begun.filter { text.equals($0.row.thing.title) }
    let numbered = rows.filter { String($0.number) == typed }
    let meant = [same, numbered, begun, found].first { !$0.isEmpty } ?? []
    return meant.withoutRepetitions { $0.row.thing }
  }

  /// The actions, those of the second column first, each identifier once.
  var actions: [Placed<Action>] { actions { _ in true } }

  /// Returns those of the actions that are included.
  func actions(where isIncluded: (Action) -> Bool) -> [Placed<Action>] {
    var found: [Placed<Action>] = []
    for (index, pane) in snapshot.panes.enumerated().reversed() {
      let actions = pane.content.actions
      let others = snapshot.panes[(index + 1)...]
      for place in actions.indices where isIncluded(actions[place]) {
        let id = actions[place].id
        guard others.allSatisfy({ $0.content.action(id) == nil }) else { continue }
        found.append(Placed(thing: actions[place], pane: index))
      }
    }
    return found
  }

  /// The fields, those of the second column first.
  var fields: [Placed<Field>] {
    snapshot.panes.enumerated().reversed().flatMap { index, pane in
      pane.content.fields.map { Placed(thing: $0, pane: index) }
    }
  }

  /// Whether a screen is the last one, of which the prompt has the title.
  func isLast(_ pane: Int) -> Bool { pane == snapshot.panes.count - 1 }

  /// The only primary action on the screen of the fields, unless it has an input of its own.
  var submission: Action? {
    let pane = fields.first?.pane
    let found = actions { $0.role == .primary && $0.isEnabled && !$0.takesInput }
      .filter { $0.pane == pane }
    return found.count == 1 ? found[0].thing : nil
  }

  /// Whether the title of the only visible screen is a question.
  var isQuestion: Bool {
    snapshot.panes.count == 1 && snapshot.panes[0].content.title.hasSuffix("?")
  }

  /// Whether a field or action here takes a secret, so that a mistyped line may contain one.
  var takesSecrets: Bool {
    snapshot.panes.contains { pane in
      pane.content.fields.contains { $0.kind.isSecret }
        || pane.content.actions.contains { $0.input?.kind.isSecret == true }
    }
  }
}

extension Action {
  /// Whether the action has an input.
  var takesInput: Bool {
    // Comparing with nil copies the input, once for each action of a screen (`make bench`: a journey).
    if case nil = input { false } else { true }
  }

  /// Whether a line may begin with one of the names, judged by their first letters (`make bench`: a
  /// journey).
  func mayBegin(like line: Substring) -> Bool {
    id.rawValue.mayBegin(like: line) || title.mayBegin(like: line)
  }

  /// The names that select the action, without a trailing ellipsis.
  var names: [String] {
    let dots = "…".utf8
    let isQuestion = title.utf8.suffix(dots.count).elementsEqual(dots)
    let title = isQuestion ? String(title.dropLast()) : title
    let isSame =
      title.mayBegin(like: id.rawValue) && id.rawValue.lowercased() == title.lowercased()
    return isSame ? [id.rawValue] : [id.rawValue, title]
  }
}

extension Snapshot.Tab {
  /// The names that select the tab, in lower case.
  var names: [String] { [id.rawValue.lowercased(), title.lowercased()] }
}

extension Field {
  /// The names that select the field.
  var names: [String] { [id.rawValue, label] }
}
