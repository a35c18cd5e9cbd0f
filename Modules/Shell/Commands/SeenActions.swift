import Core
import Services

/// The actions that screens have offered so far, for a word that isn't possible at the moment.
struct SeenActions: Sendable {
  private var actions: [Action.ID: Action] = [:]
  /// The actions of each tab when it was last visible, except those that delete or end something: a user who looks for
  /// one of those may mean another thing.
  private var tabs: [TabID: Set<Action.ID>] = [:]

  /// Notes the actions of a snapshot.
  mutating func add(_ snapshot: Snapshot) {
    let visible = snapshot.panes.flatMap(\.content.actions)
    for action in visible { actions[action.id] = action }
    guard let tab = snapshot.tabs.first(where: \.isSelected) else { return }
    let offered = visible.filter { $0.isEnabled && $0.role != .destructive }
    tabs[tab.id] = Set(offered.map(\.id))
  }

  /// Forgets which tab had which actions.
  mutating func forgetTabs() { tabs = [:] }

  /// Returns the action with whose name a line begins, and the text after the name.
  func action(in line: Substring) -> (Action, rest: Substring)? {
    let sorted = actions.values.sorted { $0.id.rawValue < $1.id.rawValue }
    return WordMatch.inFull(line, among: sorted, names: \.names)
  }

  /// Returns another tab that had the action when it was last visible.
  func tab(with action: Action.ID, in snapshot: Snapshot) -> Snapshot.Tab? {
    snapshot.tabs.first { !$0.isSelected && tabs[$0.id]?.contains(action) == true }
  }
}
