public import Core

/// A session's snapshot and its state in a crawl.
@MainActor struct Place: Equatable {
  /// Everything that a user can do, whatever the data: distinguishes the states of an app.
  struct State: Hashable {
    let surroundings: Surroundings
    /// The actions of each visible screen, whether each asks for more (its title ends with an ellipsis), and
    /// whether the screen has rows.
    let actions: [[String]]

    var tab: TabID? { surroundings.tab }

    /// What each visible screen offers.
    var offers: [Offer] {
      actions.enumerated().map { pane, actions in
        Offer(
          visible: surroundings.visible, facts: surroundings.facts, pane: pane, actions: actions)
      }
    }
  }

  /// The visible screens with what surrounds them, which decides where leaving them leads.
  struct Surroundings: Hashable {
    let visible: [ScreenKind]
    let below: [ScreenKind]
    let tab: TabID?
    let layers: Int
    /// Whether a visible screen is locked, and whether another one is.
    let isLocked: Bool
    let isLockedElsewhere: Bool
    let facts: [String]

    /// Whether a user is at the same place, whatever is locked there, and whatever the facts are.
    func isSamePlace(as other: Self) -> Bool {
      visible == other.visible && below == other.below && tab == other.tab && layers == other.layers
    }
  }

  /// What one of the visible screens offers, in an app with these facts.
  struct Offer: Hashable {
    let visible: [ScreenKind]
    let facts: [String]
    let pane: Int
    let actions: [String]
  }

  let snapshot: Snapshot
  let state: State

  /// Whether a user sees and can do the same. A screen that was closed and opened again has another
  /// entry, and that there are notices changes nothing.
  nonisolated static func == (left: Self, right: Self) -> Bool {
    left.state == right.state && left.snapshot.panes == right.snapshot.panes
      && left.snapshot.tabs == right.snapshot.tabs
  }

  init(_ session: AppSession) {
    let snapshot = session.snapshot
    let tree = session.navigation.tree
    // The screens that going back shows, and those below each layer: deeper screens are another
    // history of the same state.
    let stacks = [tree.root] + tree.layers.map(\.stack)
    let below = (stacks.dropLast().flatMap { tree.tops(of: $0) } + tree.seconds(of: stacks.last))
      .compactMap { session.navigation.records[$0]?.kind }
    let visible = tree.visible
    let locked = tree.allEntries.map(\.id).filter { session.navigation.screen(of: $0)?.lock != nil }
    self.snapshot = snapshot
    state = State(
      surroundings: Surroundings(
        visible: snapshot.panes.map(\.kind), below: below,
        tab: snapshot.tabs.first(where: \.isSelected)?.id, layers: snapshot.layers,
        isLocked: locked.contains { visible.contains($0) },
        isLockedElsewhere: locked.contains { !visible.contains($0) },
        facts: session.facts),
      actions: snapshot.panes.map { pane in
        pane.content.actions.map {
          "\($0.id)\($0.isEnabled ? "" : "!")\($0.title.hasSuffix("…") ? "…" : "")"
        }
          + [pane.content.rows.isEmpty ? "no rows" : "rows"]
      })
  }
}

extension AppSession {
  /// The facts of the features, by their `SessionFacts`.
  public var facts: [String] {
    root.features.contributions(of: SessionFacts.self).flatMap { $0.read() }
  }
}

extension NavigationTree {
  /// The entries that are visible if this stack is the top one.
  fileprivate func tops(of stack: StackID) -> [EntryID] {
    var tops: [EntryID] = []
    appendVisible(in: stack, to: &tops)
    return tops
  }

  /// The entries directly below the visible ones of this stack.
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
