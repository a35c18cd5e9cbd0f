import Core

extension AnyCoordinator {
  /// The app's first coordinator. It outlives every flow, also one that requires a sign-in.
  var outermost: AnyCoordinator {
    var found = self
    while let parent = found.parent { found = parent }
    return found
  }
}
