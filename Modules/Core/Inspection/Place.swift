/// Where a session is: what is shown, and the state it counts as.
@MainActor struct Place: Equatable {
  /// What can be done, whatever the data: all that tells two states of an app apart.
  struct State: Hashable {
    let visible: [ScreenKind]
    let below: Set<ScreenKind>
    let tab: TabItem.ID?
    let layers: Int
    let isLocked: Bool
    let facts: [String]
    let actions: [String]
  }

  let snapshot: Snapshot
  let state: State

  init(_ session: AppSession) {
    let snapshot = session.snapshot
    let tree = session.window.tree
    let visible = Set(tree.visible)
    let path = Set(tree.pathToVisible).union(tree.layers.map(\.stack))
    let below = tree.allEntries.filter { entry in
      !visible.contains(entry.id) && tree.stack(of: entry.id).map(path.contains) ?? false
    }.compactMap { entry in
      if case .screen(let kind) = entry.body { kind } else { nil as ScreenKind? }
    }
    self.snapshot = snapshot
    state = State(
      visible: snapshot.panes.map(\.kind), below: Set(below),
      tab: snapshot.tabs.first(where: \.isSelected)?.id, layers: snapshot.layers,
      isLocked: tree.allEntries.contains { session.window.screen(of: $0.id)?.lock != nil },
      facts: session.facts,
      actions: snapshot.panes.flatMap { pane in
        pane.content.actions.map { "\($0.id)\($0.isEnabled ? "" : "!")" }
          + [pane.content.rows.isEmpty ? "no rows" : "rows"]
      })
  }
}
