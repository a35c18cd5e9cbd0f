public import Services

/// All visible and covered screens as one value: stacks, tabs, splits and modal layers.
///
/// The tree contains identities and kinds, never a screen or a coordinator, so trees can be
/// compared: that is how tests check "exactly as before".
public struct NavigationTree: Hashable, Sendable {
  /// Identifies one appearance of a screen, a tab bar or a split; never reused in an app.
  public struct EntryID: Hashable, Sendable, Comparable {
    let number: Int

    /// Orders entries by age.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
  }

  /// Identifies a stack; never reused in an app.
  public struct StackID: Hashable, Sendable {
    let number: Int
  }

  /// One element of a stack.
  public struct Entry: Hashable, Sendable, Identifiable {
    /// Identifies the entry.
    public let id: EntryID
    /// The entry's kind.
    public var body: Body
    /// The restoration route, or nil for an entry that is not restored.
    public var route: Route?
  }

  /// The kind of an entry.
  public enum Body: Hashable, Sendable {
    /// A screen of this kind.
    case screen(ScreenKind)
    /// A tab bar with a stack for each tab.
    case tabs(Tabs)
    /// Two stacks side by side.
    case split(Split)
  }

  /// A tab bar: one stack for each tab, one of them selected.
  public struct Tabs: Hashable, Sendable {
    /// One tab.
    public struct Tab: Hashable, Sendable, Identifiable {
      /// Identifies the tab.
      public let id: TabID
      /// The visible title.
      public let title: String
      /// The tab's stack.
      public let stack: StackID
    }

    /// The tabs, in their visible order.
    public let tabs: [Tab]
    /// The selected tab.
    public var selected: TabID

    package var selectedStack: StackID? { tabs.first { $0.id == selected }?.stack }
  }

  /// Two columns: a list and the selected item. The second may be empty. In the compact layout it
  /// covers the first, so a change of layout moves no screen.
  public struct Split: Hashable, Sendable {
    /// The first column.
    public let primary: StackID
    /// The second column.
    public let secondary: StackID
  }

  /// A modal layer above everything.
  public struct Layer: Hashable, Sendable, Identifiable {
    /// The layer's stack.
    public let stack: StackID
    /// The entry that presented the layer; removing it removes the layer. Nil for an empty app.
    let presenter: EntryID?
    /// Identifies the layer: its stack.
    public var id: StackID { stack }
  }

  /// The bottom stack.
  public let root: StackID
  /// The layout. A split shows both columns in the wide layout; in the compact one the second
  /// column, once it has a screen, covers the first. Not part of comparisons.
  public internal(set) var layout: WidthClass
  /// The modal layers, the top one last.
  public internal(set) var layers: [Layer] = []
  package var stacks = Stacks()
  /// The entries removed since ``takeRemoved()``, the top one first. Not part of comparisons.
  var removed: [EntryID] = []

  init(root: StackID, layout: WidthClass = .compact) {
    self.root = root
    self.layout = layout
    stacks.insert(root)
  }

  /// Returns and clears the removed entries.
  mutating func takeRemoved() -> [EntryID] {
    defer { removed = [] }
    return removed
  }

  /// Returns whether both trees have the same stacks, entries and layers.
  public static func == (one: Self, other: Self) -> Bool {
    one.root == other.root && one.layers == other.layers && one.stacks == other.stacks
  }

  /// Hashes the compared parts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(root)
    hasher.combine(layers)
    hasher.combine(stacks)
  }
}

/// Identifies a tab; also its command in the terminal.
public typealias TabID = Identifier<NavigationTree.Tabs.Tab>

extension NavigationTree {
  /// The entries of a stack, the top one last; empty for an unknown stack.
  public func entries(in stack: StackID) -> [Entry] {
    stacks[stack] ?? []
  }

  /// Whether the tree is empty.
  public var isEmpty: Bool { entries(in: root).isEmpty && layers.isEmpty }

  /// All entries, from bottom to top.
  public var allEntries: [Entry] {
    var all: [Entry] = []
    forEachEntry { all.append($0) }
    return all
  }

  /// Visits all entries, from bottom to top.
  package func forEachEntry(_ visit: (Entry) -> Void) {
    visitEntries(below: root, visit)
    for layer in layers { visitEntries(below: layer.stack, visit) }
  }

  private func visitEntries(below stack: StackID, _ visit: (Entry) -> Void) {
    for entry in stacks[stack] ?? [] {
      visit(entry)
      switch entry.body {
      case .screen: break
      case .tabs(let tabs): for tab in tabs.tabs { visitEntries(below: tab.stack, visit) }
      case .split(let split):
        visitEntries(below: split.primary, visit)
        visitEntries(below: split.secondary, visit)
      }
    }
  }

  /// The entry with this identity, or nil.
  public func entry(_ id: EntryID) -> Entry? {
    stacks.entry(id)
  }

  /// The stack of an entry, or nil.
  public func stack(of id: EntryID) -> StackID? {
    stacks.stack(of: id)
  }

  /// The split of which a stack is a column, or nil.
  func splitEntry(withColumn stack: StackID) -> (id: EntryID, columns: Split)? {
    guard let owner = stacks.owner(of: stack), case .split(let split)? = entry(owner)?.body else {
      return nil
    }
    return (owner, split)
  }

  /// The visible screens: one, or the two columns of a split in the wide layout.
  public var visible: [EntryID] {
    var seen: [EntryID] = []
    appendVisible(in: layers.last?.stack ?? root, to: &seen)
    return seen
  }

  /// The visible stack, below all tab bars.
  var visibleStack: StackID {
    var stack = layers.last?.stack ?? root
    while case .tabs(let tabs) = stacks[stack]?.last?.body, let next = tabs.selectedStack {
      stack = next
    }
    return stack
  }

  /// The visible tab bar, or nil below a modal layer and in an app without tabs.
  public var visibleTabs: (entry: EntryID, tabs: Tabs)? {
    guard layers.isEmpty, let top = stacks[root]?.last, case .tabs(let tabs) = top.body else {
      return nil
    }
    return (top.id, tabs)
  }

  package func appendVisible(in stack: StackID, to seen: inout [EntryID]) {
    guard let top = stacks[stack]?.last else { return }
    switch top.body {
    case .screen: seen.append(top.id)
    case .tabs(let tabs):
      if let stack = tabs.selectedStack { appendVisible(in: stack, to: &seen) }
    case .split(let split): appendVisible(in: split, to: &seen)
    }
  }

  private func appendVisible(in split: Split, to seen: inout [EntryID]) {
    let isCovered = layout == .compact && stacks[split.secondary]?.isEmpty == false
    if !isCovered { appendVisible(in: split.primary, to: &seen) }
    appendVisible(in: split.secondary, to: &seen)
  }
}

extension NavigationTree.Entry {
  package var isTabBar: Bool { if case .tabs = body { true } else { false } }

  var nestedStacks: [NavigationTree.StackID] {
    switch body {
    case .screen: []
    case .tabs(let tabs): tabs.tabs.map(\.stack)
    case .split(let split): [split.primary, split.secondary]
    }
  }
}
