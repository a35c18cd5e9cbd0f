/// The result of a request to leave.
public enum LeaveAnswer: Hashable, Sendable {
  /// The request was carried out.
  case left
  /// Nothing can be left here, no such tab can be selected, or the session had expired and the app has restarted.
  case nothingToLeave
  /// A locked screen asks first; the request is carried out if the user agrees.
  case blocked(by: Lock)
}

extension AppSession {
  /// Goes back one screen, or closes the layer whose first screen is visible.
  ///
  /// - Parameter entry: the screen whose header the user has used, and that is left. Nil for the
  ///   last visible one at that time: ten concurrent requests go back ten screens.
  @discardableResult
  public func back(on entry: NavigationTree.EntryID? = nil) async -> LeaveAnswer {
    if await expireIfDue() { return .nothingToLeave }
    return await remove(entry ?? navigation.tree.visible.last)
  }

  /// Removes an entry and everything above it, after the system has removed its screen: the user
  /// has swiped back, or dragged a sheet away.
  ///
  /// A host that can prevent the gesture disables it while ``lock(leaving:)`` returns a lock.
  ///
  /// - Returns: ``LeaveAnswer/blocked(by:)`` if a locked screen asks first: the entry is still in
  ///   the tree, and the host shows it again. ``LeaveAnswer/nothingToLeave`` for a removed entry,
  ///   and for the first screen of the app or of a tab, which can't be left.
  @discardableResult
  public func reconcile(removed entry: NavigationTree.EntryID) async -> LeaveAnswer {
    if await expireIfDue() { return .nothingToLeave }
    return await remove(entry)
  }

  /// Returns the lock that would ask if the user left this entry and everything above it; nil if
  /// the user can leave at once.
  public func lock(leaving entry: NavigationTree.EntryID) -> Lock? {
    navigation.tree.removalTarget(of: entry)
      .flatMap { navigation.locks(affectedBy: removal(of: $0)).first?.lock }
  }

  private func remove(_ entry: NavigationTree.EntryID?) async -> LeaveAnswer {
    guard let entry, let target = navigation.tree.removalTarget(of: entry) else {
      return .nothingToLeave
    }
    restorer.giveWay(to: entry)
    return await leave(removal(of: target))
  }

  private func removal(of entry: NavigationTree.EntryID) -> Change {
    let tree = navigation.tree
    guard let stack = tree.stack(of: entry), tree.isFirstInLayer(entry) else {
      return Change(kind: .back, reason: .back) { $0.leave(entry) }
    }
    return Change(kind: .close, reason: .dismissed) { $0.dismiss(stack) }
  }

  /// Closes the top layer.
  @discardableResult
  public func close() async -> LeaveAnswer {
    if await expireIfDue() { return .nothingToLeave }
    let layer = navigation.tree.layers.last
    return await remove(layer.flatMap { navigation.tree.entries(in: $0.stack).first?.id })
  }

  /// Goes to the first screen of the visible tab, and closes all layers.
  ///
  /// Answers ``LeaveAnswer/left`` even if that screen is already visible and nothing changes.
  @discardableResult
  public func home() async -> LeaveAnswer {
    if await expireIfDue() { return .nothingToLeave }
    restorer.giveWay(to: nil)
    return await leave(
      Change(kind: .home, reason: .back) { tree in
        tree.dismissAllLayers()
        var stack: NavigationTree.StackID
        // Screens above the tabs hide them; once those are removed, the tab's stack is visible.
        repeat {
          stack = tree.visibleStack
          tree.removeAllButRoot(of: stack)
        } while tree.visibleStack != stack
        return true
      })
  }

  /// Selects a tab. Below a modal layer no tab can be selected.
  @discardableResult
  public func select(tab: TabID) async -> LeaveAnswer {
    if await expireIfDue() { return .nothingToLeave }
    guard let bar = navigation.tree.visibleTabs, bar.tabs.tabs.contains(where: { $0.id == tab })
    else { return .nothingToLeave }
    if bar.tabs.selected != tab {
      restorer.giveWay(to: nil)
      root.selectTab(tab)
    }
    await settle()
    return .left
  }

  /// The width class.
  public var layout: WidthClass { navigation.tree.layout }

  /// Changes the width class, after a window was resized or a device turned, and returns when the
  /// screens that became visible have loaded. Removes no screen, so asks no locks.
  public func change(to layout: WidthClass) async {
    navigation.layOut(layout)
    if root.isRunning { await settle() }
  }

  /// Leaves at once without locks; otherwise asks, and leaves if the user agrees.
  ///
  /// - Parameter instead: what to do in place of the change, whose locks are asked; nil to make the change.
  func leave(_ change: Change, instead: (@MainActor () -> Void)? = nil) async -> LeaveAnswer {
    let go = instead ?? { [navigation] in navigation.commit(change) }
    guard let lock = navigation.locks(affectedBy: change).first else {
      go()
      await settle()
      return .left
    }
    var hasLeft = false
    activity.start(.leaving) { [weak self] in
      guard let self, await navigation.unlock(change) else { return }
      go()
      hasLeft = true
    }
    await settle()
    // The screen may have agreed by itself, or the user before other work has ended.
    return hasLeft ? .left : .blocked(by: lock.lock)
  }
}
