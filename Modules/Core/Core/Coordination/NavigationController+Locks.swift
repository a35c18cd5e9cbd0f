import Services

extension NavigationController {
  /// Returns the locks of the entries that a change would remove, the top one first.
  func locks(affectedBy change: Change) -> [(entry: NavigationTree.EntryID, lock: Lock)] {
    removed(by: change).compactMap { id in screen(of: id)?.lock.map { (id, $0) } }
  }

  /// Returns whether a change would remove anything now.
  func removesAnything(_ change: Change) -> Bool { !removed(by: change).isEmpty }

  private func removed(by change: Change) -> [NavigationTree.EntryID] {
    var after = tree
    guard change.apply(&after) else { return [] }
    var removed = after.takeRemoved()
    // The work of a removed screen is cancelled, which ends the flows that it awaits.
    var others = removed.contains(where: activity.awaitsFlow) ? after.allEntries.map(\.id) : []
    func isEnding(_ flow: AnyCoordinator) -> Bool {
      flow.awaitingWork.flatMap(activity.work)?.entry.map(removed.contains) == true
    }
    while let next = others.lastIndex(where: { owners(of: $0).contains(where: isEnding) }) {
      removed.append(others.remove(at: next))
    }
    return removed
  }

  /// Asks every lock that a change affects, the top one first; returns `true` if the user agrees to
  /// all.
  ///
  /// Only one question is open at a time: a newer request to leave cancels the work that asks the
  /// older question, and asks when that is closed. A call from uncounted code counts as work.
  /// A question can't ask another one.
  func unlock(_ change: Change) async -> Bool {
    // A request without locks does not close an open question.
    if Task.isCancelled { return false }
    if locks(affectedBy: change).isEmpty { return true }
    guard let own = Activity.current.flatMap(activity.work)?.id else {
      return await withCheckedContinuation { continuation in
        activity.start(.leaving) {
          continuation.resume(returning: await self.unlock(change))
        }
      }
    }
    if asking == own {
      log.append(.refused("confirmLeaving can't ask another question about leaving"))
      return false
    }
    newestQuestion += 1
    let number = newestQuestion
    if let asking { activity.cancel(asking) }
    return await questions.withLock { () async -> Bool in
      guard number == newestQuestion, !Task.isCancelled else { return false }
      asking = own
      defer { asking = nil }
      return await ask(change)
    }
  }

  private func ask(_ change: Change) async -> Bool {
    var agreed: Set<NavigationTree.EntryID> = []
    // Read again after each answer: screens may have changed meanwhile.
    while let next = locks(affectedBy: change).first(where: { !agreed.contains($0.entry) }) {
      log.append(.locked(records[next.entry]?.kind ?? ""))
      guard let owner = owner(of: next.entry), await owner.confirmLeaving(next.lock),
        !Task.isCancelled
      else { return false }
      agreed.insert(next.entry)
    }
    return true
  }
}
