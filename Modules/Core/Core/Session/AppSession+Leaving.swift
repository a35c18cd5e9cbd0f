/// What became of a wish to leave.
public enum LeaveAnswer: Hashable, Sendable {
  /// It is done.
  case left
  /// There is nothing to leave here, or no such tab.
  case nothingToLeave
  /// A locked screen asks first; choosing to discard leaves after all.
  case blocked(by: Lock)
}

extension AppSession {
  /// Goes back one screen, or closes the layer whose bottom it is. It means the screen that is visible
  /// when its turn has come: ten requests at once go back ten screens.
  @discardableResult
  public func back() async -> LeaveAnswer {
    if await hasExpired() { return .nothingToLeave }
    guard let top = navigation.tree.backTarget else { return .nothingToLeave }
    return await remove(top)
  }

  /// Takes over that the system has removed a screen by itself, with all that lay upon it: a person has
  /// swiped back, or dragged a sheet away.
  ///
  /// A host that can ask before shows no such gesture where ``lock(leaving:)`` has a lock.
  ///
  /// - Returns: ``LeaveAnswer/blocked(by:)`` where a locked screen asks first: the entry is in the tree
  ///   still, and the host shows it again. ``LeaveAnswer/nothingToLeave`` for an entry that is gone
  ///   already, and for one that no gesture can remove: the first screen of the app, of a tab or of a
  ///   first column.
  @discardableResult
  public func reconcile(removed entry: NavigationTree.EntryID) async -> LeaveAnswer {
    if await hasExpired() { return .nothingToLeave }
    guard navigation.tree.canBeLeft(entry) else { return .nothingToLeave }
    return await remove(entry)
  }

  /// The first lock that asks when this entry is left, with all that lies upon it; nil where nothing
  /// keeps a person from leaving.
  public func lock(leaving entry: NavigationTree.EntryID) -> Lock? {
    navigation.locks(affectedBy: removal(of: entry)).first?.lock
  }

  private func remove(_ entry: NavigationTree.EntryID) async -> LeaveAnswer {
    restorer.giveWay(to: entry)
    return await leave(removal(of: entry))
  }

  private func removal(of entry: NavigationTree.EntryID) -> Change {
    let tree = navigation.tree
    if let layer = tree.layers.first(where: { tree.entries(in: $0.stack).first?.id == entry }) {
      return Change(kind: .close, reason: .dismissed) { $0.dismiss(layer.stack) }
    }
    return Change(kind: .back, reason: .back) { $0.remove(entry) }
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

  /// Shows the app with more or less room, because a window was resized or a device turned, and returns
  /// when what has become visible by it is there. Every screen stays as it is, so no lock is asked.
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
  /// Whether a person can leave an entry: one that lies on another, the first one of a layer, or of a
  /// second column.
  package func canBeLeft(_ id: EntryID) -> Bool {
    guard let stack = stack(of: id) else { return false }
    if stacks.position(of: id) != 0 || layers.contains(where: { $0.stack == stack }) { return true }
    return splitEntry(withColumn: stack)?.columns.secondary == stack
  }

  /// The entry that going back removes, or nil at the bottom of the app or of a tab.
  var backTarget: EntryID? {
    let stack = visibleStack
    guard let top = entries(in: stack).last else { return nil }
    if case .split(let split) = top.body {
      if let second = entries(in: split.secondary).last { return second.id }
      let first = entries(in: split.primary)
      if first.count > 1 { return first.last?.id }
    }
    let isLayer = layers.contains { $0.stack == stack }
    return entries(in: stack).count > 1 || isLayer ? top.id : nil
  }
}
