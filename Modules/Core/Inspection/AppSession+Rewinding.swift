extension AppSession {
  /// The running coordinators that were started by push or present.
  var rewindableCoordinators: [AnyCoordinator] {
    var found: [AnyCoordinator] = []
    func visit(_ coordinator: AnyCoordinator) {
      if coordinator.origin != nil { found.append(coordinator) }
      coordinator.children.forEach(visit)
    }
    visit(root)
    return found
  }

  /// Stops a coordinator and says what is not as it was before it was started, or nil.
  ///
  /// Other tabs may have changed since; they must be left alone.
  func stopAndCompare(_ coordinator: AnyCoordinator) async -> String? {
    guard let origin = coordinator.origin else { return nil }
    let stack = coordinator.navigator.stack
    let id = coordinator.id
    let before = window.tree.withoutRoutes
    let owned = coordinator.subtreeEntries()
    coordinator.stop()
    await activity.settle()
    let after = window.tree.withoutRoutes
    guard before.stacks[stack] != nil || origin.stacks[stack] != nil else { return nil }
    if after.entries(in: stack) != origin.withoutRoutes.entries(in: stack) {
      return "stopping \(id) left its stack with \(after.entries(in: stack))"
    }
    let others = origin.withoutRoutes.stacks
    let isAloneChanged = others.ids.allSatisfy { $0 == stack || before.stacks[$0] == others[$0] }
    // A layer that somebody else has put above all stays.
    let areLayersOwn = before.layers.allSatisfy { layer in
      origin.layers.contains(layer)
        || before.entries(in: layer.stack).contains { owned.contains($0.id) }
    }
    // Whoever awaited its outcome may have gone on with something new.
    let known = Set(before.allEntries.map(\.id))
    let isNothingNew = after.allEntries.allSatisfy { known.contains($0.id) }
    if isAloneChanged, areLayersOwn, isNothingNew, after != origin.withoutRoutes {
      return "stopping \(id) did not bring back the tree before its start"
    }
    return nil
  }
}

extension NavigationTree {
  /// The tree without routes, which may change while a screen stays.
  fileprivate var withoutRoutes: NavigationTree {
    var tree = self
    for stack in tree.stacks.ids {
      tree.stacks[stack] = entries(in: stack).map { Entry(id: $0.id, body: $0.body, route: nil) }
    }
    return tree
  }
}

extension AppSession {
  /// The running coordinators whose outcome somebody awaits, parents first.
  var awaited: [AnyCoordinator] {
    var found: [AnyCoordinator] = []
    func visit(_ coordinator: AnyCoordinator) {
      if coordinator.isAwaited { found.append(coordinator) }
      coordinator.children.forEach(visit)
    }
    visit(root)
    return found
  }
}
