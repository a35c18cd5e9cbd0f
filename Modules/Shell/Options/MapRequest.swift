/// A request for the map of the app's screens.
public struct MapRequest: Hashable, Sendable {
  /// The notation of the map.
  public var format: MapFormat
  /// Whether to crawl the app; otherwise the built-in map is used.
  public var isCrawl: Bool

  /// Creates a request.
  public init(_ format: MapFormat = .mermaid, isCrawl: Bool = false) {
    self.format = format
    self.isCrawl = isCrawl
  }
}

/// A notation for the map of the app's screens.
public enum MapFormat: String, CaseIterable, Hashable, Sendable {
  /// Mermaid's `flowchart`.
  case mermaid
  /// Graphviz's language.
  case dot
}
