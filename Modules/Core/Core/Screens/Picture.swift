/// A picture by reference, always with a text for those who do not see it.
public struct Picture: Codable, Hashable, Sendable {
  /// Where the picture is, as a URL, or nil when only the text is known.
  public var source: String?
  /// What the picture shows.
  public var alternative: String

  /// Creates a picture reference.
  public init(source: String?, alternative: String) {
    self.source = source
    self.alternative = alternative
  }
}
