/// A handle on one stack of the app's navigation tree.
///
/// A coordinator gets its navigator from its parent: the same stack for a pushed flow, a new one
/// for a presented flow. The first entry of a presented stack creates its layer, so a layer is
/// never empty. If its last entry is removed, but not by the user, the next entry presents it
/// again, because a flow of several child flows may have no screen between two of them.
@MainActor public final class Navigator {
  /// The stack.
  public let stack: NavigationTree.StackID
  let navigation: NavigationController
  /// Whether the stack is a layer, which exists while it has an entry.
  let isLayer: Bool

  init(navigation: NavigationController, stack: NavigationTree.StackID, isLayer: Bool = false) {
    (self.navigation, self.stack, self.isLayer) = (navigation, stack, isLayer)
  }

  /// The entries of the stack, the top one last.
  public var entries: [NavigationTree.Entry] { navigation.tree.entries(in: stack) }

  func put(_ entry: NavigationTree.Entry) {
    commit(isLayer ? .present : .push, entry) { $0.push(entry, onto: $1) }
  }

  func setRoot(_ entry: NavigationTree.Entry) {
    commit(.setRoot, entry) { $0.setRoot(entry, of: $1) }
  }

  /// Changes the stack, or presents it as a layer if it does not exist and the user has not closed
  /// it.
  private func commit(
    _ kind: Change.Kind, _ entry: NavigationTree.Entry,
    _ apply: @escaping (inout NavigationTree, NavigationTree.StackID) -> Bool
  ) {
    let (stack, isLayer) = (stack, isLayer)
    navigation.commit(
      Change(kind: kind, reason: .replaced, added: [entry.id]) { [navigation] tree in
        if apply(&tree, stack) { return true }
        // Checked in the change's turn: an earlier change may present or close the layer.
        return isLayer && !navigation.closedLayers.contains(stack)
          && tree.present(entry, as: stack) { visible in
            navigation.owners(of: entry.id).contains { $0 === navigation.owner(of: visible) }
          }
      })
  }
}
