extension AnyCoordinator {
  /// Pushes a tab bar on this coordinator's stack and returns the navigators of its tabs, in order.
  ///
  /// Each tab needs a child that shows its first screen: `startChild(child, .on(navigator))`.
  ///
  /// An app has one tab bar, at its bottom, because elsewhere its tabs could not be selected.
  /// Another stack, a second tab bar, and two tabs with the same name are refused: the call returns
  /// no navigators and writes to the log.
  package func pushTabs(_ tabs: [(id: TabID, title: String)]) -> [Navigator] {
    guard isRunning, let first = tabs.first else { return [] }
    let tree = started.navigation.tree
    guard navigator.stack == tree.root, !tree.entries(in: tree.root).contains(where: \.isTabBar),
      Set(tabs.map(\.id)).count == tabs.count
    else {
      started.navigation.log.append(
        .refused("\(id) can't have a tab bar here, or two tabs of one name"))
      return []
    }
    let navigators = tabs.map { _ in detached(isLayer: false) }
    let body = NavigationTree.Body.tabs(
      NavigationTree.Tabs(
        tabs: zip(tabs, navigators).map { tab, navigator in
          NavigationTree.Tabs.Tab(id: tab.id, title: tab.title, stack: navigator.stack)
        },
        selected: first.id))
    add(body: body)
    return navigators
  }

  /// Selects a tab of this coordinator's tab bar.
  ///
  /// Does nothing below a modal layer, or for an unknown tab.
  package func selectTab(_ tab: TabID) {
    guard let bar = tabBar else { return }
    started.navigation.commit(
      Change(kind: .select, reason: .replaced) { $0.select(tab, in: bar.entry) })
  }
}

extension AnyCoordinator {
  /// The selected tab of this coordinator's tab bar, or nil without one.
  package var selectedTab: TabID? { tabBar?.tabs.selected }

  /// The stack of a tab of this coordinator's tab bar, or nil.
  package func tabStack(_ tab: TabID) -> NavigationTree.StackID? {
    tabBar?.tabs.tabs.first { $0.id == tab }?.stack
  }

  /// This coordinator's tab bar, or nil without one.
  private var tabBar: (entry: NavigationTree.EntryID, tabs: NavigationTree.Tabs)? {
    guard isRunning else { return nil }
    for entry in entries {
      if case .tabs(let tabs)? = started.navigation.tree.entry(entry)?.body { return (entry, tabs) }
    }
    return nil
  }
}
