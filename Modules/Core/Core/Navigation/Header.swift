/// The header above a screen: it depends on the screen's position, which the screen does not know.
public struct Header: Codable, Hashable, Sendable {
  /// How the user leaves a screen.
  public enum Leave: String, Codable, Hashable, Sendable {
    /// Not at all: the screen is the first one of the app or a tab.
    case none
    /// Back to the screen below it in its stack.
    case back
    /// By closing its layer.
    case close
  }

  /// How the user leaves the screen.
  public var leave: Leave
}
