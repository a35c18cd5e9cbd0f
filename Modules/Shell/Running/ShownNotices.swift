import Core

/// Decides which notices on the screens are current: a notice is shown after the command that caused
/// it, and not again after later ones, although its screen keeps it.
struct ShownNotices {
  /// The notices after the last command, also of screens that were hidden since.
  private var noted: [NavigationTree.EntryID: Notice] = [:]
  /// The screens with a notice of an earlier command.
  private var old: Set<NavigationTree.EntryID> = []
  /// The screens of which an action awaited a flow after the last command.
  private var waiting: Set<NavigationTree.EntryID> = []

  /// Returns whether a command has caused a notice of a screen: it differs from the screen's last one, or an action of
  /// the screen has ended. The command has ended its own action if no screen was opened or closed, and one that awaited
  /// a flow if it no longer does. A command that cancels has caused no equal notice.
  func isNews(
    _ notice: Notice, on entry: NavigationTree.EntryID, after change: ScreenChange
  ) -> Bool {
    let wasVisible = change.before.entries.contains(entry)
    let last = wasVisible ? change.before.notice(of: entry) : noted[entry]
    if notice != last { return true }
    if change.role == .cancel { return false }
    let isOwn = change.entry == entry && change.before.entries == change.after.entries
    return isOwn || waiting.contains(entry) && !change.waiting.contains(entry)
  }

  /// Takes over the notices after a command that does more than show something.
  mutating func update(after change: ScreenChange) {
    // What came without a command, such as a notice of background work.
    for entry in change.before.entries { noted[entry] = change.before.notice(of: entry) }
    var news: Set<NavigationTree.EntryID> = []
    for entry in change.after.entries {
      let notice = change.after.notice(of: entry)
      if let notice, isNews(notice, on: entry, after: change) { news.insert(entry) }
      noted[entry] = notice
    }
    old = Set(noted.keys).subtracting(news)
    waiting = change.waiting
  }

  /// Returns the screens without the notices of earlier commands.
  func current(in snapshot: Snapshot) -> Snapshot {
    var snapshot = snapshot
    for (index, entry) in zip(snapshot.panes.indices, snapshot.entries) where old.contains(entry) {
      if snapshot.panes[index].content.notice == noted[entry] {
        snapshot.panes[index].content.notice = nil
      }
    }
    return snapshot
  }
}

extension Snapshot {
  /// Returns the notice of a visible screen, or nil.
  fileprivate func notice(of entry: NavigationTree.EntryID) -> Notice? {
    zip(entries, panes).first { $0.0 == entry }?.1.content.notice
  }
}
