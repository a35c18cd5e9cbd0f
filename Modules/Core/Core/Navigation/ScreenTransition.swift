/// Whether a host may animate a change: ``NavigationController/lastTransition``. Recorded in the log,
/// ignored by a terminal.
///
/// The first screen of an empty stack always has ``none``, unless it covers another screen: in a new
/// layer, and in the second column of the compact layout.
public enum ScreenTransition: String, Codable, Hashable, Sendable {
  /// The change is not animated.
  case none
  /// The change is animated in the platform's way.
  case standard
}
