extension NavigationTree {
  /// The stacks of a tree with their entries, changed in place.
  ///
  /// Numbers grow over the life of an app, so stacks, the entries of a stack and the index of
  /// entries are sorted, and found by binary search (`make bench` measures many screens and
  /// layers).
  package struct Stacks: Hashable, Sendable {
    private struct Stack: Hashable, Sendable {
      let id: StackID
      /// The entry whose tab or column this is; nil for the stack of a layer or of the whole app.
      let owner: EntryID?
      var entries: [Entry]
    }

    /// The position of an entry.
    private struct Home: Hashable, Sendable {
      let entry: EntryID
      let stack: StackID
    }

    private var all: [Stack] = []
    private var homes: [Home] = []

    /// The entries of a stack, the top one last, or nil for an unknown stack.
    package subscript(id: StackID) -> [Entry]? {
      index(of: id).map { all[$0].entries }
    }

    /// The identifiers of the stacks, oldest first.
    package var ids: [StackID] { all.map(\.id) }

    /// Whether the stack exists.
    func contains(_ id: StackID) -> Bool { index(of: id) != nil }

    /// The entry with this identity, or nil.
    func entry(_ id: EntryID) -> Entry? {
      place(of: id).map { all[$0.stack].entries[$0.index] }
    }

    /// The stack of an entry, or nil.
    func stack(of id: EntryID) -> StackID? {
      home(of: id).map { homes[$0].stack }
    }

    /// The entry whose tab or column a stack is, or nil.
    func owner(of id: StackID) -> EntryID? {
      index(of: id).flatMap { all[$0].owner }
    }

    /// The position of an entry in its stack, counted from the bottom, or nil.
    func position(of id: EntryID) -> Int? { place(of: id)?.index }

    // MARK: Changes

    /// Adds an empty stack.
    mutating func insert(_ id: StackID, of owner: EntryID? = nil) {
      let index = all.insertionIndex(of: id.number) { $0.id.number }
      guard index == all.endIndex || all[index].id != id else { return }
      all.insert(Stack(id: id, owner: owner, entries: []), at: index)
    }

    /// Removes a stack and its entries.
    mutating func remove(_ id: StackID) {
      guard let index = index(of: id) else { return }
      for entry in all[index].entries.reversed() { removeHome(of: entry.id) }
      all.remove(at: index)
    }

    /// Pushes the newest entry of the tree on a stack.
    mutating func append(_ entry: Entry, to id: StackID) {
      guard let index = index(of: id) else { return }
      all[index].entries.append(entry)
      let home = homes.insertionIndex(of: entry.id.number) { $0.entry.number }
      homes.insert(Home(entry: entry.id, stack: id), at: home)
    }

    /// Removes the entries above the first ones of a stack.
    mutating func truncate(_ id: StackID, to count: Int) {
      guard let index = index(of: id), all[index].entries.count > count else { return }
      for entry in all[index].entries[count...].reversed() { removeHome(of: entry.id) }
      all[index].entries.removeSubrange(count...)
    }

    /// Changes an entry in place.
    mutating func update(_ id: EntryID, _ body: (inout Entry) -> Void) {
      guard let place = place(of: id) else { return }
      body(&all[place.stack].entries[place.index])
    }

    // MARK: Looking up

    private mutating func removeHome(of id: EntryID) {
      if let index = home(of: id) { homes.remove(at: index) }
    }

    private func index(of id: StackID) -> Int? {
      let index = all.insertionIndex(of: id.number) { $0.id.number }
      return index < all.endIndex && all[index].id == id ? index : nil
    }

    private func home(of id: EntryID) -> Int? {
      let index = homes.insertionIndex(of: id.number) { $0.entry.number }
      return index < homes.endIndex && homes[index].entry == id ? index : nil
    }

    private func place(of id: EntryID) -> (stack: Int, index: Int)? {
      guard let home = home(of: id), let stack = index(of: homes[home].stack) else { return nil }
      let entries = all[stack].entries
      let index = entries.insertionIndex(of: id.number) { $0.id.number }
      return index < entries.endIndex && entries[index].id == id ? (stack, index) : nil
    }
  }
}

extension Array {
  /// The index of the first element whose number is not smaller; the elements are sorted by number.
  func insertionIndex(of number: Int, _ numberOf: (Element) -> Int) -> Int {
    // Usually the newest.
    guard let last, numberOf(last) >= number else { return endIndex }
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if numberOf(self[middle]) < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
