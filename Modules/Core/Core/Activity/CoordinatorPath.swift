/// The path from the app's first coordinator to another one, shared by its descendants.
final class CoordinatorPath {
  let id: CoordinatorID
  private(set) var parent: CoordinatorPath?

  init(_ id: CoordinatorID, below parent: CoordinatorPath?) {
    self.id = id
    self.parent = parent
  }

  /// The identifiers, the app's first coordinator first.
  var ids: [CoordinatorID] { sequence(first: self, next: \.parent).map(\.id).reversed() }

  // Releases a long chain step by step: nested releases would overflow the stack.
  deinit {
    var next = parent
    parent = nil
    while next != nil, isKnownUniquelyReferenced(&next) {
      let above = next?.parent
      next?.parent = nil
      next = above
    }
  }
}
