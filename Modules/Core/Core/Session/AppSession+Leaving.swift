/// The result of a request to leave.
public enum LeaveAnswer: Hashable, Sendable {
  /// It is done.
  case left
  /// There is nothing to leave here, or no such tab.
  case nothingToLeave
  /// A locked screen asks first; choosing to discard leaves after all.
  case blocked(by: Lock)
}

extension AppSession {
  /// Goes back one screen, or closes the layer whose first screen is visible. Concerns the screen that is
  /// visible when the request has its turn: ten requests at once go back ten screens.
  @discardableResult
  public func back() async -> LeaveAnswer {
    if await hasExpired() { return .nothingToLeave }
    return await remove(navigation.tree.visible.last)
  }

  /// Removes an entry, and everything above it, because the system has removed its screen already: the
  /// user has swiped back, or dragged a sheet away.
  ///
  /// A host that can ask before disables such a gesture where ``lock(leaving:)`` returns a lock.
  ///
  /// - Returns: ``LeaveAnswer/blocked(by:)`` where a locked screen asks first: the entry is still in the
  ///   tree, and the host shows it again. ``LeaveAnswer/nothingToLeave`` for an entry that is gone
  ///   already, and for the first screen of the app or of a tab, which cannot be left.
  @discardableResult
  public func reconcile(removed entry: NavigationTree.EntryID) async -> LeaveAnswer {
    if await hasExpired() { return .nothingToLeave }
    return await remove(entry)
  }

  /// The lock that would ask if the user left this entry and everything above it; nil where the user can
  /// leave at once.
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
      return Change(kind: .back, reason: .back) { $0.remove(entry) }
    }
    return Change(kind: .close, reason: .dismissed) { $0.dismiss(stack) }
  }

  /// Closes the top layer.
  @discardableResult
  public func close() async -> LeaveAnswer {
    if await hasExpired() { return .nothingToLeave }
    guard let layer = navigation.tree.layers.last else { return .nothingToLeave }
    restorer.giveWay(to: navigation.tree.entries(in: layer.stack).first?.id)
    return await leave(Change(kind: .close, reason: .dismissed) { $0.dismiss(layer.stack) })
  }

  /// Goes to the first screen of the visible tab, closing all layers.
  @discardableResult
  public func home() async -> LeaveAnswer {
    if await hasExpired() { return .nothingToLeave }
    restorer.giveWay(to: nil)
    return await leave(
      Change(kind: .home, reason: .back) { tree in
        tree.dismissAllLayers()
        var stack: NavigationTree.StackID
        // What lies above the tabs hides them: once it is gone, the tab's own stack is visible.
        repeat {
          stack = tree.visibleStack
          _ = tree.removeAllButRoot(of: stack)
        } while tree.visibleStack != stack
        return true
      })
  }

  /// Makes a tab visible. Not below a modal layer, which lies above the whole tree.
  @discardableResult
  public func select(tab: TabItem.ID) async -> LeaveAnswer {
    if await hasExpired() { return .nothingToLeave }
    guard let bar = navigation.tree.visibleTabs, bar.tabs.tabs.contains(where: { $0.id == tab })
    else {
      return .nothingToLeave
    }
    restorer.giveWay(to: nil)
    navigation.commit(
      Change(kind: .select, reason: .replaced, transition: .none) { $0.select(tab, in: bar.entry) })
    await settle()
    return .left
  }

  /// How much room the app has.
  public var layout: WidthClass { navigation.tree.layout }

  /// Sets how much room the app has, after a window was resized or a device turned, and returns when the
  /// screens that became visible have loaded. No screen is removed, so no lock is asked.
  public func change(to layout: WidthClass) async {
    navigation.layOut(layout)
    if root.isRunning { await settle() }
  }

  /// Leaves by a change if no lock is affected; otherwise asks, and leaves when all agree.
  func leave(
    _ change: Change, instead: (@MainActor () -> Void)? = nil
  ) async -> LeaveAnswer {
    let go = { [navigation] in
      if let instead { instead() } else { navigation.commit(change) }
    }
    guard let lock = navigation.locks(affectedBy: change).first else {
      go()
      await settle()
      return .left
    }
    activity.start(.leaving) { [weak self] in
      if let self, await navigation.unlock(change) { go() }
    }
    await settle()
    return .blocked(by: lock.lock)
  }
}

extension NavigationTree {
  /// The entry that is removed when the user leaves an entry: for the first screen of a first column the
  /// split around it, else the entry itself. Nil for the first screen of the app and of a tab.
  package func removalTarget(of id: EntryID) -> EntryID? {
    guard let stack = stack(of: id) else { return nil }
    if stacks.position(of: id) != 0 || layers.contains(where: { $0.stack == stack }) { return id }
    guard let split = splitEntry(withColumn: stack) else { return nil }
    return split.columns.secondary == stack ? id : removalTarget(of: split.id)
  }

  /// Whether an entry is the first one of a layer.
  func isFirstInLayer(_ id: EntryID) -> Bool {
    guard let stack = stack(of: id), stacks.position(of: id) == 0 else { return false }
    return layers.contains { $0.stack == stack }
  }
}
