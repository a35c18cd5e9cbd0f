extension NavigationController {
  /// Reloads the other visible screens after an action on one of them; if the action has removed its own screen, those
  /// that were beside it.
  ///
  /// - Parameter before: the screens that were visible before the action.
  func refreshScreens(beside entry: NavigationTree.EntryID, of before: [NavigationTree.EntryID]) {
    let (visible, isGone) = (tree.visible, tree.entry(entry) == nil)
    guard isGone || visible.contains(entry) else { return }
    for other in visible where other != entry && (!isGone || before.contains(other)) {
      beginAppearance(of: other)
    }
  }

  /// Reloads the visible screens, by default as background work.
  func refreshScreens(_ kind: Activity.Kind = .background) {
    for entry in tree.visible { beginAppearance(of: entry, kind) }
  }

  /// Starts the work of a screen that becomes visible. Each screen has at most one: newer work
  /// cancels older work and starts when that has ended, so the newest result is shown.
  ///
  /// Older work that awaits a flow continues: its result is the user's answer.
  func beginAppearance(of entry: NavigationTree.EntryID, _ kind: Activity.Kind = .appearance) {
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

  /// Starts the subscriptions of a screen. They end with its entry, as all its work does.
  func beginSubscriptions(of entry: NavigationTree.EntryID) {
    guard let record = records[entry] else { return }
    for subscription in record.screen?.subscriptions ?? [] {
      activity.start(
        .subscription, name: subscription.name, entry: entry, owner: record.ownerID,
        operation: { [activity, log] in await subscription.run(in: activity, log) })
    }
  }
}

extension StreamSubscription {
  /// Handles the elements, and logs a sequence that throws.
  func run(in activity: Activity, _ log: EventLog) async {
    do { try await run(activity.handle) } catch {
      guard !Task.isCancelled else { return }
      log.append(.noted("subscription “\(name)” ended: its sequence has thrown an error"))
    }
  }
}
