/// Where a child coordinator's first screen goes.
public enum Placement {
  /// On top of its parent's stack.
  case push
  /// In a new modal layer above everything.
  case present
  /// In the place of everything in its parent's stack, which must belong to the parent.
  ///
  /// ```swift
  /// startChild(NewAccountCoordinator(), .root) { [weak self] outcome in
  ///   if outcome.value != nil { self?.greet() }
  /// }
  /// ```
  case root
  /// On a stack that the parent made for it: a tab, or a column of a split.
  case on(Navigator)
}
