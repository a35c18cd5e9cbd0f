extension NavigationTree {
  /// The stacks of a tree with their entries.
  ///
  /// An array, oldest stack first: an app has a handful, every change of the tree copies them, and
  /// two trees are compared at each.
  struct Stacks: Hashable, Sendable {
    private struct Stack: Hashable, Sendable {
      let id: StackID
      var entries: [Entry]
    }

    private var all: [Stack] = []

    /// The entries of a stack, the top one last, or nil for a stack that is not there.
    subscript(id: StackID) -> [Entry]? {
      get {
        for stack in all where stack.id == id { return stack.entries }
        return nil
      }
      set {
        let index = all.firstIndex { $0.id.number >= id.number } ?? all.endIndex
        let isThere = index < all.endIndex && all[index].id == id
        switch newValue {
        case let entries? where isThere: all[index].entries = entries
        case let entries?: all.insert(Stack(id: id, entries: entries), at: index)
        case nil: if isThere { all.remove(at: index) }
        }
      }
    }

    /// The identifiers of the stacks, the oldest first.
    var ids: [StackID] { all.map(\.id) }

    /// The entry with this identity, or nil.
    func entry(_ id: EntryID) -> Entry? {
      for stack in all {
        for entry in stack.entries where entry.id == id { return entry }
      }
      return nil
    }

    /// The stack with the first entry of which something is so, or nil.
    func stack(where isMeant: (Entry) -> Bool) -> StackID? {
      all.first { $0.entries.contains(where: isMeant) }?.id
    }

    /// Whether no stack has lost an entry in others: all that is new lies on top of what there was.
    func areKept(in others: Stacks) -> Bool {
      all.allSatisfy { stack in
        guard let entries = others[stack.id], entries.count >= stack.entries.count else {
          return false
        }
        return zip(stack.entries, entries).allSatisfy { $0.id == $1.id }
      }
    }
  }

  /// The entries that are not in another tree any more, the top one first.
  func entries(missingIn other: NavigationTree) -> [EntryID] {
    // Most changes take nothing away.
    if stacks.areKept(in: other.stacks) { return [] }
    var missing: [EntryID] = []
    forEachEntry { entry in
      if other.stacks.stack(where: { $0.id == entry.id }) == nil { missing.append(entry.id) }
    }
    return missing.reversed()
  }
}
