/// What became of a link.
public enum LinkAnswer: Hashable, Sendable {
  /// The place is shown.
  case shown
  /// A locked screen is asking whether it may be left.
  case blocked(by: Lock)
  /// The link leads nowhere.
  case refused(LinkRefusal)
  /// The link waits; one final answer follows.
  case waiting(for: LinkWait)
}

/// Why a link leads nowhere.
public enum LinkRefusal: Hashable, Sendable {
  /// It has another scheme than the app's links, which have this one.
  case otherScheme(than: String)
  /// No feature has a page for it.
  case noPage
  /// A place on the way can't be shown; in the words of the feature's text file.
  case place(String)
  /// A newer link took its place.
  case superseded
  /// The work that followed it was cancelled, or the tab that it leads to has gone.
  case cancelled
  /// The owner's session has ended.
  case sessionEnded
  /// The app has ended.
  case appEnded
}

/// What a link waits for.
public enum LinkWait: Hashable, Sendable {
  /// The launch.
  case launch
  /// The screen with this title, which asks something first.
  case screen(String)
}
