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
  package func isFirstInLayer(_ id: EntryID) -> Bool {
    guard let stack = stack(of: id), stacks.position(of: id) == 0 else { return false }
    return layers.contains { $0.stack == stack }
  }

  /// Whether an entry is in the second column of a split that shows one column at a time.
  func coversColumn(_ id: EntryID) -> Bool {
    guard layout == .compact, let stack = stack(of: id) else { return false }
    return splitEntry(withColumn: stack)?.columns.secondary == stack
  }

  /// The stacks from the bottom of the app to the visible screens, with those of all layers. Contains both
  /// columns of each split, even if the split is covered.
  var pathToVisible: Set<StackID> {
    var (path, next) = (Set<StackID>(), [root] + layers.map(\.stack))
    while let stack = next.popLast() {
      path.insert(stack)
      for entry in stacks[stack] ?? [] {
        if case .split(let split) = entry.body { next += [split.primary, split.secondary] }
      }
      guard case .tabs(let tabs)? = stacks[stack]?.last?.body else { continue }
      if let selected = tabs.selectedStack { next.append(selected) }
    }
    return path
  }
}
