/// The result of opening a link.
public enum LinkAnswer: Hashable, Sendable {
  /// The destination was shown. It is visible, unless another request has left it or selected another tab meanwhile.
  case shown
  /// A locked screen asks the user whether to leave it; one final answer follows.
  case blocked(by: Lock)
  /// The link was refused.
  case refused(LinkRefusal)
  /// The link is pending; one final answer follows.
  case waiting(for: LinkWait)
}

/// Why a link was refused.
public enum LinkRefusal: Hashable, Sendable {
  /// The link has another scheme; the app's is given.
  case otherScheme(than: String)
  /// No feature has a destination for the link.
  case noPage
  /// A feature refused one of its destinations.
  case place(RouteRefusal)
  /// The user has kept a locked screen.
  case kept
  /// A newer link superseded it.
  case superseded
  /// Its work was cancelled, or its tab no longer exists.
  case cancelled
  /// Each time the screens above its destination were closed, others were opened there.
  case covered
  /// The owner's session has ended.
  case sessionEnded
  /// The app has ended.
  case appEnded
}

/// The event that a link waits for.
public enum LinkWait: Hashable, Sendable {
  /// The launch.
  case launch
  /// The user's answer on the screen with this title.
  case screen(String)
}
