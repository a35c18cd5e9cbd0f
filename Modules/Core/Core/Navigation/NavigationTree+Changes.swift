// The changes of a tree. Each keeps every stack attached to an entry or a layer, and returns false
// without a change if its target no longer exists. Removed entries are recorded in
// ``NavigationTree/removed``, the top one first.
extension NavigationTree {
  /// Pushes an entry on a stack.
  mutating func push(_ entry: Entry, onto stack: StackID) -> Bool {
    guard stacks.contains(stack) else { return false }
    add(entry, to: stack)
    return true
  }

  /// Adds a layer with one entry above everything. Of two columns, the last one whose screen may
  /// present it does, else the last one with a covered screen that may.
  mutating func present(
    _ entry: Entry, as stack: StackID, by mayPresent: (EntryID) -> Bool
  ) -> Bool {
    guard !stacks.contains(stack) else { return false }
    let visible = visible
    let columns = visible.count > 1 ? visible : []
    let chosen =
      columns.last(where: mayPresent)
      ?? columns.last { entries(in: self.stack(of: $0) ?? root).contains { mayPresent($0.id) } }
    let presenter = chosen ?? visible.last ?? allEntries.last?.id
    stacks.insert(stack)
    add(entry, to: stack)
    layers.append(Layer(stack: stack, presenter: presenter))
    return true
  }

  /// Replaces an entry and its stacks, and removes the entries above it.
  mutating func replace(_ id: EntryID, with entry: Entry) -> Bool {
    guard let stack = stack(of: id), let index = stacks.position(of: id) else { return false }
    truncate(stack, to: index)
    add(entry, to: stack)
    return true
  }

  /// Removes an entry, those above it in its stack, and the layers that were presented from them.
  mutating func remove(_ id: EntryID) -> Bool {
    guard let stack = stack(of: id), let index = stacks.position(of: id) else { return false }
    if index == 0, let layer = layer(of: stack) {
      dismissLayers(from: layer)
    } else {
      truncate(stack, to: index)
    }
    return true
  }

  /// Removes an entry that the user leaves, with the second column where that covers it.
  mutating func leave(_ id: EntryID) -> Bool {
    let columns = stack(of: id).flatMap(splitEntry(withColumn:))?.columns
    if layout == .compact, let columns, columns.primary == stack(of: id) {
      truncate(columns.secondary, to: 0)
    }
    return remove(id)
  }

  /// Removes everything above the first entry of a stack.
  mutating func removeAllButRoot(of stack: StackID) {
    guard let first = stacks[stack]?.first else { return }
    truncate(stack, to: 1)
    // A split that is the root shows its first column when the second one is empty.
    if case .split(let split) = first.body {
      truncate(split.secondary, to: 0)
      removeAllButRoot(of: split.primary)
    }
  }

  /// Removes the entries above the tab bars and splits that lead to a stack.
  mutating func uncover(_ stack: StackID) {
    guard let owner = stacks.owner(of: stack), let outer = self.stack(of: owner),
      let index = stacks.position(of: owner)
    else { return }
    truncate(outer, to: index + 1)
    uncover(outer)
  }

  /// Removes a layer and those above it.
  mutating func dismiss(_ stack: StackID) -> Bool {
    guard let index = layer(of: stack) else { return false }
    dismissLayers(from: index)
    return true
  }

  /// Removes all layers.
  mutating func dismissAllLayers() {
    dismissLayers(from: 0)
  }

  /// Selects a tab; refused below a modal layer.
  mutating func select(_ tab: TabID, in id: EntryID) -> Bool {
    guard layers.isEmpty, case .tabs(var tabs)? = entry(id)?.body,
      tabs.tabs.contains(where: { $0.id == tab })
    else { return false }
    tabs.selected = tab
    stacks.update(id) { $0.body = .tabs(tabs) }
    return true
  }

  /// Replaces an entry's route.
  package mutating func setRoute(_ route: Route?, of id: EntryID) -> Bool {
    guard stack(of: id) != nil else { return false }
    stacks.update(id) { $0.route = route }
    return true
  }

  private mutating func add(_ entry: Entry, to stack: StackID) {
    for nested in entry.nestedStacks { stacks.insert(nested, of: entry.id) }
    stacks.append(entry, to: stack)
  }

  private mutating func truncate(_ stack: StackID, to count: Int) {
    var (going, nested): ([EntryID], [StackID]) = ([], [])
    collect(in: stack, above: count, &going, &nested)
    guard !going.isEmpty else { return }
    // Layers go before the entry that presented them. Each layer is presented from the one below
    // it, so removing the lowest removes all.
    if !layers.isEmpty {
      let gone = Set(going)
      let lowest = layers.firstIndex { $0.presenter.map(gone.contains) ?? false }
      dismissLayers(from: lowest ?? layers.count)
    }
    removed += going
    stacks.truncate(stack, to: count)
    for stack in nested { stacks.remove(stack) }
  }

  private mutating func dismissLayers(from index: Int) {
    guard index < layers.count else { return }
    for layer in layers[index...].reversed() {
      var (going, nested): ([EntryID], [StackID]) = ([], [])
      collect(in: layer.stack, above: 0, &going, &nested)
      removed += going
      stacks.remove(layer.stack)
      for stack in nested { stacks.remove(stack) }
    }
    layers.removeSubrange(index...)
  }

  /// Lists the entries above the first ones of a stack, the top one first, and their stacks.
  private func collect(
    in stack: StackID, above count: Int, _ going: inout [EntryID], _ nested: inout [StackID]
  ) {
    for entry in (stacks[stack] ?? []).dropFirst(count).reversed() {
      for inner in entry.nestedStacks.reversed() {
        collect(in: inner, above: 0, &going, &nested)
        nested.append(inner)
      }
      going.append(entry.id)
    }
  }

  /// The index of the layer with this stack, counted from the bottom; searched from the top.
  private func layer(of stack: StackID) -> Int? {
    layers.lastIndex { $0.stack == stack }
  }
}
