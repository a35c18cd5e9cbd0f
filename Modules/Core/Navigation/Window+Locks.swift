extension Window {
  /// The locks of the entries that a change would remove, the top one first.
  func locks(affectedBy change: Change) -> [(entry: NavigationTree.EntryID, lock: Lock)] {
    var after = tree
    guard change.apply(&after) else { return [] }
    return tree.entries(missingIn: after).compactMap { id in
      screen(of: id)?.lock.map { (id, $0) }
    }
  }

  /// Asks every lock that a change affects, the top one first; true when all agreed.
  ///
  /// There is one question at a time: one for an older wish to leave is taken away.
  func unlock(_ change: Change) async -> Bool {
    let own = Activity.current
    if let asking, asking != own {
      activity.cancel(asking)
      await activity.settle()
    }
    asking = own
    defer { if asking == own { asking = nil } }
    var agreed: Set<NavigationTree.EntryID> = []
    // Read again after each answer: screens may have come and gone meanwhile.
    while let next = locks(affectedBy: change).first(where: { !agreed.contains($0.entry) }) {
      log.append(.locked(records[next.entry]?.kind ?? ""))
      guard let owner = owner(of: next.entry), await owner.confirmLeaving(next.lock) else {
        return false
      }
      agreed.insert(next.entry)
    }
    return true
  }
}

extension Change {
  /// Takes everything away, as the end of the app does.
  static func everything(_ reason: EndReason) -> Change {
    Change(kind: .close, reason: reason) { tree in
      tree.dismissAllLayers()
      return tree.entries(in: tree.root).first.map { tree.remove($0.id) } ?? false
    }
  }
}

extension AnyCoordinator {
  /// Stops children to make room for another one, as a person's wish to leave them: every locked
  /// screen of theirs is asked first.
  ///
  /// - Returns: whether they have gone; when one is kept, all are.
  public func leave(_ children: [AnyCoordinator]) async -> Bool {
    guard isRunning else { return false }
    let entries = children.reduce(into: Set()) { $0.formUnion($1.subtreeEntries()) }.sorted()
    let change = Change(kind: .close, reason: .replaced) { tree in
      for entry in entries { _ = tree.remove(entry) }
      return true
    }
    guard await started.window.unlock(change), isRunning, !Task.isCancelled else { return false }
    for child in children { child.stop() }
    return true
  }

  /// Asks every locked screen of the whole app whether it may be left, and returns true when all
  /// agreed: what comes before a signing out.
  ///
  /// Nothing is left by asking.
  public func unlockEverything() async -> Bool {
    guard isRunning else { return false }
    return await started.window.unlock(.everything(.cancelled))
  }
}
