extension AppCoordinator {
  /// Pushes the tab bar and returns the navigators of its tabs, in order.
  func pushTabs(_ items: [TabItem]) -> [Navigator] {
    guard let first = items.first else { return [] }
    let navigators = items.map { _ in detached(isLayer: false) }
    let tabs = zip(items, navigators).map { item, navigator in
      NavigationTree.Tabs.Tab(id: item.id, title: item.title, stack: navigator.stack)
    }
    add(body: .tabs(NavigationTree.Tabs(tabs: tabs, selected: first.id)))
    return navigators
  }

  /// Selects a tab.
  ///
  /// Does nothing below a modal layer, or for an unknown tab.
  package func selectTab(_ tab: TabID) {
    guard let bar = tabBar else { return }
    started.navigation.commit(
      Change(kind: .select, reason: .replaced) { $0.select(tab, in: bar.entry) })
  }

  /// The selected tab, or nil before the tabs are shown.
  var selectedTab: TabID? { tabBar?.tabs.selected }

  /// Returns the coordinator of a tab, or nil for an unknown tab.
  package func tabCoordinator(_ tab: TabID) -> (any TabCoordinator)? {
    guard let stack = tabBar?.tabs.tabs.first(where: { $0.id == tab })?.stack else { return nil }
    return children.lazy.compactMap { $0 as? any TabCoordinator }
      .first { $0.navigator.stack == stack }
  }

  /// The tab bar, or nil before the tabs are shown.
  private var tabBar: (entry: NavigationTree.EntryID, tabs: NavigationTree.Tabs)? {
    guard isRunning else { return nil }
    for entry in entries {
      if case .tabs(let tabs)? = started.navigation.tree.entry(entry)?.body { return (entry, tabs) }
    }
    return nil
  }
}
