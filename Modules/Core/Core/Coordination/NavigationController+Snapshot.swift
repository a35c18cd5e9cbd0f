/// The content that the user sees at one moment, as a value.
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
    /// The visible title.
    public var title: String
    /// Whether the tab is selected.
    public var isSelected: Bool
  }

  /// The visible screens: one, or two side by side in a split; none before the launch.
  public var panes: [Pane]
  /// The tabs; empty if no tab can be selected.
  public var tabs: [Tab]
  /// The number of modal layers.
  public var layers: Int
  /// The entry of each pane. Pass it with a request: the request is dropped if the entry is no
  /// longer visible. Not encoded.
  public var entries: [NavigationTree.EntryID] = []
  /// Whether work runs that the user waits for; the panes show its progress. Not encoded.
  public var isBusy = false
  /// Whether notices wait for ``AppSession/consumeNotices()``. Not encoded.
  public var hasNotices = false

  private enum CodingKeys: String, CodingKey { case panes, tabs, layers }
}

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
  public var breadcrumbs: [String] {
    let visible = Set(tree.visible)
    return titles { !visible.contains($0) }
  }

  /// The titles of the screens that lead to what the user sees, from the bottom of the app up to and with the
  /// visible ones.
  ///
  /// Where two screens stand side by side, those below the second one come between them. The last one but
  /// one is the screen to which leaving the last one leads.
  public var path: [String] { titles { _ in true } }

  private func titles(where isIncluded: (NavigationTree.EntryID) -> Bool) -> [String] {
    let tree = tree
    let stacks = Set(tree.pathToVisible + tree.layers.map(\.stack))
    return tree.allEntries.map(\.id).filter { id in
      isIncluded(id) && tree.stack(of: id).map(stacks.contains) ?? false
    }.compactMap { screen(of: $0)?.content.title }
  }
}

extension NavigationTree {
  /// Returns the header above an entry's screen.
  func header(of id: EntryID) -> Header {
    guard let target = removalTarget(of: id) else { return Header(leave: .none) }
    return Header(leave: isFirstInLayer(target) ? .close : .back)
  }

  /// Returns the entry to remove when the user leaves an entry: for the first screen of a split's
  /// first column the split, otherwise the entry itself. Nil for the first screen of the app or of
  /// a tab.
  package func removalTarget(of id: EntryID) -> EntryID? {
    guard let stack = stack(of: id) else { return nil }
    if stacks.position(of: id) != 0 || layers.contains(where: { $0.stack == stack }) { return id }
    guard let split = splitEntry(withColumn: stack) else { return nil }
    return split.columns.secondary == stack ? id : removalTarget(of: split.id)
  }

  /// Whether an entry is the first one of a layer.
  func isFirstInLayer(_ id: EntryID) -> Bool {
    guard let stack = stack(of: id), stacks.position(of: id) == 0 else { return false }
    return layers.contains { $0.stack == stack }
  }

  /// Whether an entry is in the second column of a split that shows one column at a time.
  func coversColumn(_ id: EntryID) -> Bool {
    guard layout == .compact, let stack = stack(of: id) else { return false }
    return splitEntry(withColumn: stack)?.columns.secondary == stack
  }

  /// The stacks from the bottom of the app to the visible screen, without layers. Contains both
  /// columns of each split, even if the split is covered.
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
