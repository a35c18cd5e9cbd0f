import Core

/// Where a session is: what is shown, and the state it counts as.
@MainActor struct Place: Equatable {
  /// What can be done, whatever the data: all that tells two states of an app apart.
  struct State: Hashable {
    let visible: [ScreenKind]
    let below: [ScreenKind]
    let tab: TabItem.ID?
    let layers: Int
    /// Whether leaving what is visible would be asked about, and what is not.
    let isLocked: Bool
    let isLockedElsewhere: Bool
    let facts: [String]
    let actions: [String]
  }

  let snapshot: Snapshot
  let state: State

  init(_ session: AppSession) {
    let snapshot = session.snapshot
    let tree = session.navigation.tree
    // What going back leads to, and what each layer stands above: what lies deeper is another
    // history of the same state.
    let stacks = [tree.root] + tree.layers.map(\.stack)
    let below = (stacks.dropLast().flatMap { tree.tops(of: $0) } + tree.seconds(of: stacks.last))
      .compactMap { session.navigation.records[$0]?.kind }
    let visible = tree.visible
    let locked = tree.allEntries.map(\.id).filter { session.navigation.screen(of: $0)?.lock != nil }
    self.snapshot = snapshot
    state = State(
      visible: snapshot.panes.map(\.kind), below: below,
      tab: snapshot.tabs.first(where: \.isSelected)?.id, layers: snapshot.layers,
      isLocked: locked.contains { visible.contains($0) },
      isLockedElsewhere: locked.contains { !visible.contains($0) },
      facts: session.facts,
      actions: snapshot.panes.flatMap { pane in
        pane.content.actions.map { "\($0.id)\($0.isEnabled ? "" : "!")" }
          + [pane.content.rows.isEmpty ? "no rows" : "rows"]
      })
  }
}

extension NavigationTree {
  /// The entries that a person would see if this stack were the top one.
  fileprivate func tops(of stack: StackID) -> [EntryID] {
    var tops: [EntryID] = []
    appendVisible(in: stack, to: &tops)
    return tops
  }

  /// The entries right below those that are seen in this stack.
  fileprivate func seconds(of stack: StackID?) -> [EntryID] {
    guard let stack, let top = entries(in: stack).last else { return [] }
    let second = entries(in: stack).dropLast().last.map { [$0.id] } ?? []
    return switch top.body {
    case .screen: second
    case .tabs(let tabs): seconds(of: tabs.selectedStack)
    case .split(let split): second + seconds(of: split.primary) + seconds(of: split.secondary)
    }
  }
}
