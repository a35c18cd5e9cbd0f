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
    giveWay(to: top)
    let tree = navigation.tree
    if let layer = tree.layers.first(where: { tree.entries(in: $0.stack).first?.id == top }) {
      return await leave(
        Change(kind: .close, reason: .dismissed) { $0.dismiss(layer.stack) })
    }
    return await leave(Change(kind: .back, reason: .back) { $0.remove(top) })
  }

  /// Closes the top layer.
  @discardableResult
  public func close() async -> LeaveAnswer {
    if await hasExpired() { return .nothingToLeave }
    guard let layer = navigation.tree.layers.last else { return .nothingToLeave }
    giveWay(to: navigation.tree.entries(in: layer.stack).first?.id)
    return await leave(Change(kind: .close, reason: .dismissed) { $0.dismiss(layer.stack) })
  }

  /// Goes to the first screen of the visible tab, closing all layers.
  @discardableResult
  public func home() async -> LeaveAnswer {
    if await hasExpired() { return .nothingToLeave }
    giveWay(to: nil)
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
    giveWay(to: nil)
    navigation.commit(
      Change(kind: .select, reason: .replaced, transition: .none) { $0.select(tab, in: bar.entry) })
    await settle()
    return .left
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
