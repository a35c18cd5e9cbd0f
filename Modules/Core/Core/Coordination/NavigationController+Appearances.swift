extension NavigationController {
  /// Lets the screens that stand beside one on which something was done show what came of it.
  func refreshScreens(beside entry: NavigationTree.EntryID) {
    let visible = tree.visible
    guard visible.count > 1, visible.contains(entry) else { return }
    for other in visible where other != entry { beginAppearance(of: other) }
  }

  /// Makes visible screens appear again, by default as background work.
  func refreshScreens(_ kind: Activity.Kind = .background) {
    for entry in tree.visible { beginAppearance(of: entry, kind) }
  }

  /// Begins what a screen does when it becomes visible. There is one such work a screen: a newer one
  /// begins when the older one has ended, which is cancelled, so that the newest answer is shown.
  ///
  /// An older one that has waited for a flow goes on by itself: its answer is the user's.
  func beginAppearance(
    of entry: NavigationTree.EntryID, _ kind: Activity.Kind = .appearance
  ) {
    guard let operation = records[entry]?.screen?.appeared() else { return }
    var older = appearances[entry].flatMap(activity.work)
    if older?.hasParked == true || older?.isSettling == true { older = nil }
    if let older { activity.cancel(older.id) }
    // Awaited work stays awaited.
    let isAwaited = older.map { !$0.kind.isBackground } ?? false
    appearances[entry] = activity.start(
      isAwaited ? .appearance : kind, entry: entry, owner: records[entry]?.owner?.id,
      operation: { [task = older?.task] in
        await task?.value
        if !Task.isCancelled { await operation() }
      },
      onEnd: { [weak self] id in
        if self?.appearances[entry] == id { self?.appearances[entry] = nil }
      })
  }

  /// Begins what a screen observes for as long as it stands in the tree. It ends with the entry, as
  /// all work of the entry does.
  func beginSubscriptions(of entry: NavigationTree.EntryID) {
    guard let record = records[entry] else { return }
    for subscription in record.screen?.subscriptions ?? [] {
      activity.start(
        .subscription, name: subscription.name, entry: entry, owner: record.ownerID,
        operation: { [activity] in await subscription.run(activity.handle) })
    }
  }
}
