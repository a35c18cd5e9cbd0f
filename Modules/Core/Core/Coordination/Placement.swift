/// Where to show a child coordinator's first screen.
public enum Placement {
  /// On top of its parent's stack.
  case push
  /// In a new modal layer above everything.
  case present
  /// On a stack that the parent made for it: a tab, or a column of a split.
  case on(Navigator)
}
