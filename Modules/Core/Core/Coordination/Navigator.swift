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

  /// Pushes an entry, or presents it in a new layer if the stack does not exist and the user has not closed it.
  func put(_ entry: NavigationTree.Entry) {
    let (kind, stack, isLayer) = (isLayer ? Change.Kind.present : .push, stack, isLayer)
    navigation.commit(
      Change(kind: kind, reason: .replaced, added: [entry.id]) { [navigation] tree in
        if tree.push(entry, onto: stack) { return true }
        // Checked in the change's turn: an earlier change may present or close the layer.
        return isLayer && !navigation.closedLayers.contains(stack)
          && tree.present(entry, as: stack) { visible in
            navigation.owners(of: entry.id).contains { $0 === navigation.owner(of: visible) }
          }
      })
  }
}
