public import Observation

/// A handle on one stack of the app's one navigation tree.
///
/// A coordinator gets its navigator from the one that starts it: the same stack for a flow that is
/// pushed, a stack of its own for a flow that is presented. A presented stack comes into being with
/// its first entry, so there never is an empty layer; when its last entry is gone and a user has not
/// closed it, the next entry presents it again: a flow made of other flows may have nothing to show
/// between two of them.
@MainActor @Observable public final class Navigator {
  /// The stack that this is a handle on.
  public let stack: NavigationTree.StackID
  @ObservationIgnored let navigation: NavigationController
  /// Whether the stack is a layer, which is there while it has an entry.
  @ObservationIgnored let isLayer: Bool

  init(
    navigation: NavigationController, stack: NavigationTree.StackID, isLayer: Bool = false
  ) {
    self.navigation = navigation
    self.stack = stack
    self.isLayer = isLayer
  }

  /// The entries of the stack, the top one last.
  public var entries: [NavigationTree.Entry] { navigation.tree.entries(in: stack) }

  func put(_ entry: NavigationTree.Entry, transition: ScreenTransition) {
    commit(isLayer ? .present : .push, entry, transition) { $0.push(entry, onto: $1) }
  }

  func setRoot(_ entry: NavigationTree.Entry, transition: ScreenTransition) {
    commit(.setRoot, entry, transition) { $0.setRoot(entry, of: $1) }
  }

  /// Changes the stack, or presents it as a layer where it is not there and the user has not closed it.
  private func commit(
    _ kind: Change.Kind, _ entry: NavigationTree.Entry, _ transition: ScreenTransition,
    _ apply: @escaping (inout NavigationTree, NavigationTree.StackID) -> Bool
  ) {
    let (stack, isLayer) = (stack, isLayer)
    navigation.commit(
      Change(kind: kind, reason: .replaced, added: [entry.id], transition: transition) {
        [navigation] tree in
        if apply(&tree, stack) { return true }
        // Asked in the change's turn: one that is on its way may present or close the layer.
        return isLayer && !navigation.closedLayers.contains(stack) && tree.present(entry, as: stack)
      })
  }
}
