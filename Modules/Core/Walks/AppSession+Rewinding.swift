import Core

extension AppSession {
  /// The running coordinators that were started by push or present.
  var rewindableCoordinators: [AnyCoordinator] {
    root.subtree().filter(\.isRewindable)
  }

  /// Stops a coordinator and returns a description of what differs from the state before its start,
  /// or nil.
  ///
  /// Changes of other tabs since the start must remain. Requires `keepsOrigins`.
  func stopAndCompare(_ coordinator: AnyCoordinator) async -> String? {
    guard let origin = coordinator.origin else { return nil }
    let stack = coordinator.navigator.stack
    let id = coordinator.id
    let before = navigation.tree.withoutRoutes
    let owned = coordinator.subtreeEntries()
    let stopped = Set(coordinator.subtree().map(\.id))
    let others = root.subtree().filter { !stopped.contains($0.id) }
    let isAwaited = coordinator.awaitingWork != nil
    let isFollowed = root.asksToSignIn && (links.pending != nil || context.owner.isSignedIn)
    coordinator.stop()
    await activity.settle()
    // After the question to sign in again, a link that has waited is opened, or the screens of a user who is signed in
    // by now are restored.
    if isFollowed, !root.asksToSignIn { return nil }
    // A flow that awaited the outcome may have ended with it.
    if isAwaited, !others.allSatisfy(\.isRunning) { return nil }
    let after = navigation.tree.withoutRoutes
    guard before.stacks[stack] != nil || origin.stacks[stack] != nil else { return nil }
    if after.entries(in: stack) != origin.withoutRoutes.entries(in: stack) {
      return "stopping \(id) left its stack with \(after.entries(in: stack))"
    }
    let stacks = origin.withoutRoutes.stacks
    let isAloneChanged = stacks.ids.allSatisfy { $0 == stack || before.stacks[$0] == stacks[$0] }
    // A layer of another coordinator above all stays.
    let areLayersOwn = before.layers.allSatisfy { layer in
      origin.layers.contains(layer)
        || before.entries(in: layer.stack).contains { owned.contains($0.id) }
    }
    // The flow that awaited its outcome may have shown something new.
    let known = Set(before.allEntries.map(\.id))
    let isNothingNew = after.allEntries.allSatisfy { known.contains($0.id) }
    let isOtherChanged = before.tabStacks.contains { other in
      other != stack && after.stacks[other] != before.stacks[other]
        && !before.entries(in: other).contains { owned.contains($0.id) }
    }
    if isNothingNew, isOtherChanged { return "stopping \(id) changed another tab" }
    if isAloneChanged, areLayersOwn, isNothingNew, after != origin.withoutRoutes {
      return "stopping \(id) did not bring back the tree before its start"
    }
    return nil
  }
}

extension NavigationTree {
  /// The stacks of the tabs.
  fileprivate var tabStacks: [StackID] {
    guard case .tabs(let tabs)? = entries(in: root).last?.body else { return [] }
    return tabs.tabs.map(\.stack)
  }

  /// The tree without routes, which may change while a screen stays.
  var withoutRoutes: NavigationTree {
    var tree = self
    for entry in allEntries { _ = tree.setRoute(nil, of: entry.id) }
    return tree
  }
}
