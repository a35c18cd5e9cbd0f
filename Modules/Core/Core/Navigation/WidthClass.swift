/// The width of the app's window, like the horizontal size class in UIKit.
public enum WidthClass: String, Codable, CaseIterable, Hashable, Sendable {
  /// One screen at a time.
  case compact
  /// Two columns of a split, side by side.
  case wide
}
