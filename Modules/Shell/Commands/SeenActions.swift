import Core
import Services

/// The actions that screens have offered so far, for a word that isn't possible at the moment.
struct SeenActions: Sendable {
  private var actions: [Action.ID: Action] = [:]

  /// Notes the actions of a snapshot.
  mutating func add(_ snapshot: Snapshot) {
    for action in snapshot.panes.flatMap(\.content.actions) { actions[action.id] = action }
  }

  /// Returns the action with whose name a line begins, and the text after the name.
  func action(in line: Substring) -> (Action, rest: Substring)? {
    let sorted = actions.values.sorted { $0.id.rawValue < $1.id.rawValue }
    return WordMatch.inFull(line, among: sorted, names: \.names)
  }
}
