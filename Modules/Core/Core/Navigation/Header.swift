/// What stands above a screen: it depends on how the screen came there, which the screen does not
/// know.
public struct Header: Codable, Hashable, Sendable {
  /// How a screen is left.
  public enum Leave: String, Codable, Hashable, Sendable {
    /// Not at all: it is the bottom of the app or of a tab.
    case none
    /// Back to the screen below it in its stack.
    case back
    /// By closing the layer of which it is the bottom.
    case close
  }

  /// How the screen is left.
  public var leave: Leave
}
