import Core

/// The screens before and after a command.
struct ScreenChange {
  /// The action that the command has performed; nil for one that only moves or fills in.
  let action: Action.ID?
  /// The screen of the action, or nil without one.
  let entry: NavigationTree.EntryID?
  let before: Snapshot
  let after: Snapshot
  /// The screens of which an action awaits a flow after the command, such as a form, a question or a sign-in.
  let waiting: Set<NavigationTree.EntryID>

  /// The role of the action on its screen, or nil.
  var role: Action.Role? {
    guard let action, let entry else { return nil }
    let pane = zip(before.entries, before.panes).first { $0.0 == entry }?.1
    return pane?.content.action(action)?.role
  }
}

extension Command {
  /// Whether the command leaves the screens as they are.
  var onlyShows: Bool {
    switch self {
    case .show, .page, .scroll, .help, .whereabouts, .tree, .log, .warnings, .leaks, .nothing: true
    default: false
    }
  }

  /// The action that the command performs, or nil for one that only moves or fills in.
  var action: Action.ID? {
    switch self {
    case .choose, .chooseSeveral: .select
    case .perform(let action, _, _): action
    default: nil
    }
  }

  /// Returns the screen of the command's action, or nil for another command.
  func entry(in entries: [NavigationTree.EntryID]) -> NavigationTree.EntryID? {
    switch self {
    case .choose(_, let pane), .chooseSeveral(_, let pane), .perform(_, _, let pane):
      entries.indices.contains(pane) ? entries[pane] : nil
    default: nil
    }
  }

  /// Whether a screen says after the command's action that it was done, and nothing of it was left out.
  func isDone(in report: CommandReport) -> Bool {
    action != nil && report.failure == nil && !report.isCancelled
      && report.after?.panes.contains { $0.content.notice?.tone == .done } == true
  }
}
