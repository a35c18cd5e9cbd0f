// The changes a tree can undergo. Each leaves a tree whose every stack hangs on an entry or a layer,
// and answers false, changing nothing, when what it was to change is no longer there.
extension NavigationTree {
  /// Puts an entry on top of a stack.
  mutating func push(_ entry: Entry, onto stack: StackID) -> Bool {
    guard stacks[stack] != nil else { return false }
    addNestedStacks(of: entry)
    stacks[stack]?.append(entry)
    return true
  }

  /// Puts a new layer with one entry above everything.
  mutating func present(_ entry: Entry, as stack: StackID) -> Bool {
    guard stacks[stack] == nil else { return false }
    let presenter = visible.last ?? allEntries.last?.id
    stacks[stack] = [entry]
    addNestedStacks(of: entry)
    layers.append(Layer(stack: stack, presenter: presenter))
    return true
  }

  /// Replaces a whole stack by one entry.
  mutating func setRoot(_ entry: Entry, of stack: StackID) -> Bool {
    guard let old = stacks[stack] else { return false }
    truncate(stack, to: 0, keepingLayers: true)
    addNestedStacks(of: entry)
    stacks[stack] = [entry]
    dismissLayers(presentedFrom: Set(old.map(\.id)))
    return true
  }

  /// Replaces one entry where it stands, with what hangs on it; what lies above it goes.
  mutating func replace(_ id: EntryID, with entry: Entry) -> Bool {
    guard let stack = stack(of: id), let index = stacks[stack]?.firstIndex(where: { $0.id == id })
    else { return false }
    truncate(stack, to: index, keepingLayers: true)
    addNestedStacks(of: entry)
    stacks[stack]?.append(entry)
    dropLayersWithoutPresenter()
    return true
  }

  /// Removes an entry and all that lies above it in its stack or was presented from these.
  mutating func remove(_ id: EntryID) -> Bool {
    guard let stack = stack(of: id), let index = stacks[stack]?.firstIndex(where: { $0.id == id })
    else { return false }
    if index == 0, let layer = layers.firstIndex(where: { $0.stack == stack }) {
      dismissLayers(from: layer)
    } else {
      truncate(stack, to: index)
    }
    return true
  }

  /// Removes everything above the first entry of a stack.
  mutating func removeAllButRoot(of stack: StackID) -> Bool {
    guard let entries = stacks[stack] else { return false }
    if entries.count > 1 { truncate(stack, to: 1) }
    // A split in the place of the root shows its root when its second column is empty.
    if case .split(let split) = entries.first?.body {
      truncate(split.secondary, to: 0)
      _ = removeAllButRoot(of: split.primary)
    }
    return true
  }

  /// Removes what lies above the tab bars and splits that lead to a stack.
  mutating func uncover(_ stack: StackID) {
    let leads = { (entry: Entry) in entry.nestedStacks.contains(stack) }
    guard let outer = stacks.stack(where: leads),
      let index = stacks[outer]?.firstIndex(where: leads)
    else { return }
    truncate(outer, to: index + 1)
    uncover(outer)
  }

  /// Removes a layer and those above it.
  mutating func dismiss(_ stack: StackID) -> Bool {
    guard let index = layers.firstIndex(where: { $0.stack == stack }) else { return false }
    dismissLayers(from: index)
    return true
  }

  /// Removes all layers.
  mutating func dismissAllLayers() {
    dismissLayers(from: 0)
  }

  /// Selects a tab of a tab bar; refused below a modal layer, which lies above the whole tree.
  mutating func select(_ tab: TabItem.ID, in id: EntryID) -> Bool {
    guard layers.isEmpty, let stack = stack(of: id),
      let index = stacks[stack]?.firstIndex(where: { $0.id == id }),
      case .tabs(var tabs) = stacks[stack]?[index].body, tabs.tabs.contains(where: { $0.id == tab })
    else { return false }
    tabs.selected = tab
    stacks[stack]?[index].body = .tabs(tabs)
    return true
  }

  /// Gives an entry another route.
  mutating func setRoute(_ route: Route?, of id: EntryID) -> Bool {
    guard let stack = stack(of: id), let index = stacks[stack]?.firstIndex(where: { $0.id == id })
    else { return false }
    stacks[stack]?[index].route = route
    return true
  }

  private mutating func addNestedStacks(of entry: Entry) {
    for nested in entry.nestedStacks { stacks[nested] = [] }
  }

  private mutating func truncate(_ stack: StackID, to count: Int, keepingLayers: Bool = false) {
    guard let entries = stacks[stack], entries.count > count else { return }
    for entry in entries[count...].reversed() {
      for nested in entry.nestedStacks {
        truncate(nested, to: 0, keepingLayers: true)
        stacks[nested] = nil
      }
    }
    stacks[stack]?.removeLast(entries.count - count)
    if !keepingLayers { dropLayersWithoutPresenter() }
  }

  private mutating func dropLayersWithoutPresenter() {
    let index = layers.firstIndex { layer in
      if let presenter = layer.presenter { entry(presenter) == nil } else { false }
    }
    if let index { dismissLayers(from: index) }
  }

  private mutating func dismissLayers(presentedFrom presenters: Set<EntryID>) {
    let index = layers.firstIndex { layer in layer.presenter.map(presenters.contains) ?? false }
    if let index { dismissLayers(from: index) } else { dropLayersWithoutPresenter() }
  }

  private mutating func dismissLayers(from index: Int) {
    for layer in layers[index...].reversed() {
      truncate(layer.stack, to: 0, keepingLayers: true)
      stacks[layer.stack] = nil
    }
    layers.removeSubrange(index...)
  }
}
