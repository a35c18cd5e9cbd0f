public import Services

/// Everything that is on screen or below it, as one value: stacks, tabs, splits and modal layers.
///
/// The tree knows identities and kinds, never a screen or a coordinator, so two trees can be
/// compared: this is how "exactly as it was before" is tested.
public struct NavigationTree: Hashable, Sendable {
  /// Identifies one appearance of a screen, a tab bar or a split; never used twice in an app.
  public struct EntryID: Hashable, Sendable, Comparable {
    let number: Int

    /// Orders entries by age.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
  }

  /// Identifies a stack; never used twice in an app.
  public struct StackID: Hashable, Sendable {
    let number: Int
  }

  /// One element of a stack.
  public struct Entry: Hashable, Sendable, Identifiable {
    /// Identifies the entry.
    public let id: EntryID
    /// What stands there.
    public var body: Body
    /// How to get here again after a restart, or nil for what is not a place.
    public var route: Route?
  }

  /// What an entry shows.
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
      /// What a user reads.
      public let title: String
      /// The stack below the tab.
      public let stack: StackID
    }

    /// The tabs, in the order in which they are shown.
    public let tabs: [Tab]
    /// The tab that is visible.
    public var selected: TabID

    package var selectedStack: StackID? { tabs.first { $0.id == selected }?.stack }
  }

  /// Two columns: a list and what was chosen from it. The second may be empty. In the compact layout it
  /// lies upon the first, so a change of layout moves no screen.
  public struct Split: Hashable, Sendable {
    /// The first column.
    public let primary: StackID
    /// The second column.
    public let secondary: StackID
  }

  /// A stack above everything that was there before.
  public struct Layer: Hashable, Sendable {
    /// The layer's stack.
    public let stack: StackID
    /// The entry it was presented from; when that goes, the layer goes. Nil for an empty app.
    public let presenter: EntryID?
  }

  /// The bottom stack.
  public let root: StackID
  /// How much room there is. A split shows both columns where there is much; else the second one, once it
  /// has a screen, covers the first. How a tree is shown is no part of what is compared.
  public internal(set) var layout: WidthClass
  /// The modal layers, the top one last.
  public internal(set) var layers: [Layer] = []
  package var stacks = Stacks()
  /// The layer that was presented from an entry, counted from the bottom.
  var presented: [EntryID: Int] = [:]
  /// The entries that have gone since ``takeRemoved()``, the top one first. No part of what is compared.
  var removed: [EntryID] = []

  init(root: StackID, layout: WidthClass = .compact) {
    self.root = root
    self.layout = layout
    stacks.insert(root)
  }

  /// Returns and forgets the entries that changes have removed.
  mutating func takeRemoved() -> [EntryID] {
    defer { removed = [] }
    return removed
  }

  /// Whether both show the same.
  public static func == (one: Self, other: Self) -> Bool {
    one.root == other.root && one.layers == other.layers && one.stacks == other.stacks
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(root)
    hasher.combine(layers)
    hasher.combine(stacks)
  }
}

/// Identifies a tab; also the word that selects it in the terminal.
public typealias TabID = Identifier<NavigationTree.Tabs.Tab>

extension NavigationTree {
  /// The entries of a stack, the top one last; empty for a stack that is not in the tree.
  public func entries(in stack: StackID) -> [Entry] {
    stacks[stack] ?? []
  }

  /// Whether nothing is shown.
  public var isEmpty: Bool { entries(in: root).isEmpty && layers.isEmpty }

  /// All entries, from the bottom of the tree to its top.
  public var allEntries: [Entry] {
    var all: [Entry] = []
    forEachEntry { all.append($0) }
    return all
  }

  /// Visits all entries, from the bottom of the tree to its top.
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

  /// The stack in which an entry stands, or nil.
  public func stack(of id: EntryID) -> StackID? {
    stacks.stack(of: id)
  }

  /// The screens a user sees: one, or the two columns of a split where there is room for them.
  public var visible: [EntryID] {
    guard let top = stacks[visibleStack]?.last else { return [] }
    guard case .split(let split) = top.body else { return [top.id] }
    var seen: [EntryID] = []
    appendVisible(in: split, to: &seen)
    return seen
  }

  /// The stack whose top a user sees, as far down as tab bars lead.
  public var visibleStack: StackID {
    var stack = layers.last?.stack ?? root
    while case .tabs(let tabs) = stacks[stack]?.last?.body, let next = tabs.selectedStack {
      stack = next
    }
    return stack
  }

  /// The tab bar that a user sees, or nil below a modal layer and in an app without tabs.
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
