/// How much room the app has: the field's size class, of which only the width matters here.
public enum WidthClass: String, Codable, CaseIterable, Hashable, Sendable {
  /// One screen at a time.
  case compact
  /// Two columns of a split beside each other.
  case wide
}
