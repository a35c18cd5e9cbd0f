extension AnyCoordinator {
  /// Makes a tab of this coordinator's tab bar the visible one.
  ///
  /// Nothing happens below a modal layer, which lies above the whole tree, or for a tab that this
  /// coordinator does not have.
  public func selectTab(_ tab: TabID) {
    guard isRunning else { return }
    let navigation = started.navigation
    let bar = entries.first { entry in
      guard case .tabs(let tabs)? = navigation.tree.entry(entry)?.body else { return false }
      return tabs.tabs.contains { $0.id == tab }
    }
    guard let bar else { return }
    navigation.commit(
      Change(kind: .select, reason: .replaced, transition: .none) { $0.select(tab, in: bar) })
  }
}

extension AnyCoordinator {
  /// The selected tab of the tab bar that this coordinator put up, or nil without one.
  public var selectedTab: TabID? {
    guard isRunning else { return nil }
    for entry in entries {
      if case .tabs(let tabs)? = started.navigation.tree.entry(entry)?.body { return tabs.selected }
    }
    return nil
  }

  /// The stack below a tab of the tab bar that this coordinator put up, or nil.
  public func tabStack(_ tab: TabID) -> NavigationTree.StackID? {
    guard isRunning else { return nil }
    let tree = started.navigation.tree
    for entry in tree.allEntries where entries.contains(entry.id) {
      guard case .tabs(let tabs) = entry.body else { continue }
      return tabs.tabs.first { $0.id == tab }?.stack
    }
    return nil
  }
}
