/// What a user sees at one moment, as a value.
public struct Snapshot: Codable, Hashable, Sendable {
  /// One visible screen.
  public struct Pane: Codable, Hashable, Sendable {
    /// The kind of the screen.
    public var kind: ScreenKind
    /// The header above the screen.
    public var header: Header
    /// The content of the screen.
    public var content: ScreenContent
  }

  /// One tab of the tab bar.
  public struct Tab: Codable, Hashable, Sendable {
    /// Identifies the tab.
    public var id: TabID
    /// What a user reads.
    public var title: String
    /// Whether it is the visible one.
    public var isSelected: Bool
  }

  /// The visible screens: one, two beside each other in a split, none before the app has started.
  public var panes: [Pane]
  /// The tabs, empty where none can be chosen.
  public var tabs: [Tab]
  /// The number of modal layers.
  public var layers: Int
  /// The entries of the panes, for requests that mean what was seen: one whose entry has gone meanwhile
  /// is dropped. Not encoded.
  public var entries: [NavigationTree.EntryID] = []
  /// Whether work runs that a user waits for; how far it has come is in the panes. Not encoded.
  public var isBusy = false
  /// Whether there are notices to take, see ``AppSession/takeNotices()``. Not encoded.
  public var hasNotices = false

  private enum CodingKeys: String, CodingKey { case panes, tabs, layers }
}

extension NavigationController {
  /// What a user sees now.
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

  /// The titles of the screens below the visible one, from the bottom of the app.
  public var breadcrumbs: [String] {
    let visible = Set(tree.visible)
    return tree.allEntries.filter { entry in
      guard !visible.contains(entry.id), let stack = tree.stack(of: entry.id) else { return false }
      return tree.layers.contains { $0.stack == stack } || tree.pathToVisible.contains(stack)
    }.compactMap { screen(of: $0.id)?.content.title }
  }
}

extension NavigationTree {
  /// The way out of an entry's screen.
  func header(of id: EntryID) -> Header {
    guard let target = removalTarget(of: id) else { return Header(leave: .none) }
    return Header(leave: isFirstInLayer(target) ? .close : .back)
  }

  func splitEntry(withColumn stack: StackID) -> (id: EntryID, columns: Split)? {
    guard let owner = stacks.owner(of: stack), case .split(let split)? = entry(owner)?.body else {
      return nil
    }
    return (owner, split)
  }

  /// Whether an entry stands in the second column of a split that shows one column at a time.
  func coversColumn(_ id: EntryID) -> Bool {
    guard layout == .compact, let stack = stack(of: id) else { return false }
    return splitEntry(withColumn: stack)?.columns.secondary == stack
  }

  /// The stacks that lead from the bottom of the app to what is visible, layers aside; both columns of
  /// a split are among them, also where something lies on top of it.
  var pathToVisible: [StackID] {
    var path: [StackID] = []
    var next: StackID? = root
    while let stack = next {
      path.append(stack)
      next = nil
      for entry in stacks[stack] ?? [] {
        if case .split(let split) = entry.body { path += [split.primary, split.secondary] }
      }
      if case .tabs(let tabs)? = stacks[stack]?.last?.body { next = tabs.selectedStack }
    }
    return path
  }
}
