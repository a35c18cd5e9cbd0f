import Core

/// Decides which notices on the screens are current: a notice is shown after the command that caused
/// it, and not again after later ones, although its screen keeps it.
struct ShownNotices {
  private struct Shown {
    let notice: Notice
    /// The action that caused it, or nil if none did.
    let cause: Action.ID?
    /// The action of its own screen that had opened what the cause closed, such as a form; else nil.
    var opener: Action.ID?
    var isCurrent = true
    /// Whether an action of the screen has opened another one, so that the notice may be new when that is closed.
    var mayRepeat = false
  }

  private var shown: [NavigationTree.EntryID: Shown] = [:]
  /// The actions that have opened what hides their screens.
  private var openers: [NavigationTree.EntryID: Action.ID] = [:]
  /// Whether the last command was one that leaves, which may have been answered with a question, such as Discard.
  private var isLeaving = false

  /// Takes over the notices after a command.
  ///
  /// A notice that was there before is current again only if an action has probably caused it again:
  /// the same action, also if what it has opened is closed by another one, such as a form whose `save` led to a sign-in
  /// the first time; or any other action if the notice is a problem, also one that has opened another screen, such as a
  /// sign-in, which was closed. On a screen that was visible, an action
  /// on another screen, and one that has opened or closed a screen, has not; on a screen that appears
  /// again, one that has only cancelled has not. Commands that only show something change nothing.
  mutating func update(after command: Command, from before: Snapshot, to after: Snapshot) {
    guard !command.onlyShows else { return }
    for (entry, notice) in before.notices where notice != shown[entry]?.notice {
      shown[entry] = notice.map { Shown(notice: $0, cause: nil) }
    }
    let action = command.action
    // What was opened is discarded: its action has caused nothing.
    if isLeaving, before.asksToDiscard(by: action) { openers = [:] }
    isLeaving = command.leaves
    if action != nil, let entry = command.entry(in: before), !after.entries.contains(entry) {
      shown[entry]?.mayRepeat = true
      openers[entry] = action
    }
    for (entry, notice) in after.notices {
      let opener = openers.removeValue(forKey: entry)
      guard let notice else { continue }
      if let old = shown[entry], old.notice == notice {
        let wasVisible = before.notices.contains { $0.0 == entry && $0.1 == notice }
        let isSamePlace = before.entries == after.entries && command.entry(in: before) == entry
        let isOld = action.map { isUncovered(notice, on: entry, by: $0, from: before) } ?? false
        let isRepeated =
          action == nil && notice.tone == .problem && old.mayRepeat && !wasVisible
        let isSameAction = action == old.cause || opener != nil && opener == old.opener
        shown[entry]?.mayRepeat = false
        shown[entry]?.isCurrent =
          isRepeated
          || action != nil && (notice.tone == .problem || isSameAction)
            && (isSamePlace || !wasVisible) && !isOld
      } else {
        shown[entry] = Shown(notice: notice, cause: action, opener: opener)
      }
    }
  }

  /// Returns whether a hidden screen had this notice already and the action has only cancelled what
  /// was above the screen, such as a question.
  func isUncovered(
    _ notice: Notice, on entry: NavigationTree.EntryID, by action: Action.ID,
    from before: Snapshot
  ) -> Bool {
    !before.entries.contains(entry) && shown[entry]?.notice == notice
      && before.has(action, as: .cancel)
  }

  /// Returns the screens without the notices of earlier commands.
  func current(in snapshot: Snapshot) -> Snapshot {
    var snapshot = snapshot
    for (index, entry) in zip(snapshot.panes.indices, snapshot.entries) {
      guard let old = shown[entry], !old.isCurrent else { continue }
      if snapshot.panes[index].content.notice == old.notice {
        snapshot.panes[index].content.notice = nil
      }
    }
    return snapshot
  }
}

extension Snapshot {
  fileprivate var notices: some Sequence<(NavigationTree.EntryID, Notice?)> {
    zip(entries, panes.lazy.map(\.content.notice))
  }

  /// Returns whether an action discards, and its screen is a question, which can be cancelled too.
  fileprivate func asksToDiscard(by action: Action.ID?) -> Bool {
    panes.contains { pane in
      action.flatMap { pane.content.action($0) }?.role == .destructive
        && pane.content.actions.contains { $0.role == .cancel }
    }
  }

  /// Returns whether an action of a visible screen has a role.
  fileprivate func has(_ action: Action.ID, as role: Action.Role) -> Bool {
    panes.contains { $0.content.action(action)?.role == role }
  }
}

extension Command {
  /// Whether the command leaves the screens as they are.
  fileprivate var onlyShows: Bool {
    switch self {
    case .show, .page, .scroll, .help, .whereabouts, .tree, .log, .warnings, .leaks, .nothing: true
    default: false
    }
  }

  /// Whether the command leaves a screen.
  fileprivate var leaves: Bool {
    switch self {
    case .back, .close, .home, .tab, .open, .quit: true
    default: false
    }
  }

  /// Returns the screen of the command's action, or nil for another command.
  fileprivate func entry(in snapshot: Snapshot) -> NavigationTree.EntryID? {
    switch self {
    case .choose(_, let pane), .chooseSeveral(_, let pane), .perform(_, _, let pane):
      snapshot.entries.indices.contains(pane) ? snapshot.entries[pane] : nil
    default: nil
    }
  }

  /// Whether a screen says after the command's action that it was done.
  func isDone(in report: CommandReport) -> Bool {
    action != nil && report.failure == nil
      && report.after?.panes.contains { $0.content.notice?.tone == .done } == true
  }

  /// The action that the command performs, or nil for one that only moves or fills in.
  fileprivate var action: Action.ID? {
    switch self {
    case .choose, .chooseSeveral: .select
    case .perform(let action, _, _): action
    default: nil
    }
  }
}
