extension NavigationController {
  /// The current snapshot.
  public var snapshot: Snapshot {
    let tree = tree
    let tabs = tree.visibleTabs?.tabs
    var snapshot = Snapshot(
      panes: [],
      tabs: tabs?.tabs.map {
        Snapshot.Tab(id: $0.id, title: $0.title, isSelected: $0.id == tabs?.selected)
      } ?? [],
      layers: tree.layers.count)
    for id in tree.visible {
      guard let pane = pane(id, in: tree) else { continue }
      snapshot.panes.append(pane)
      snapshot.entries.append(id)
    }
    return snapshot
  }

  private func pane(_ id: NavigationTree.EntryID, in tree: NavigationTree) -> Snapshot.Pane? {
    guard let record = records[id], let screen = record.screen, let kind = record.kind else {
      return nil
    }
    return Snapshot.Pane(kind: kind, header: tree.header(of: id), content: screen.content)
  }

  /// The titles of the screens below the visible ones, from the bottom of the app; `trail` in JSON.
  package var breadcrumbs: [String] { screenTitles(without: tree.visible) }

  /// The titles of the screens that lead to what the user sees, from the bottom of the app up to and with the
  /// visible ones.
  ///
  /// Where two screens stand side by side, those below the second one come between them. The last one but
  /// one is the screen to which leaving the last one leads.
  public var titles: [String] { screenTitles(without: []) }

  private func screenTitles(without excluded: [NavigationTree.EntryID]) -> [String] {
    let tree = tree
    let stacks = tree.pathToVisible
    return tree.allEntries.map(\.id).filter { id in
      !excluded.contains(id) && tree.stack(of: id).map(stacks.contains) ?? false
    }.compactMap { screen(of: $0)?.content.title }
  }
}
