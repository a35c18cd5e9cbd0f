extension AnyCoordinator {
  /// Makes a tab of this coordinator's tab bar the visible one.
  ///
  /// Nothing happens below a modal layer, which lies above the whole tree, or for a tab that this
  /// coordinator does not have.
  public func selectTab(_ tab: TabItem.ID) {
    guard isRunning else { return }
    let window = started.window
    let bar = entries.first { entry in
      guard case .tabs(let tabs)? = window.tree.entry(entry)?.body else { return false }
      return tabs.tabs.contains { $0.id == tab }
    }
    guard let bar else { return }
    window.commit(
      Change(kind: .select, reason: .replaced, transition: .none) { $0.select(tab, in: bar) })
  }
}
