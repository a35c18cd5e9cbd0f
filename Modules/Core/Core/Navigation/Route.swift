/// A place in the app as data that survives a restart: a book, a shelf, a search.
///
/// Only places have routes. An awaited flow has none, because nothing would await it
/// after a restart.
///
/// ```swift
/// push(screen, route: Route("trip", parameters: ["id": trip.id.rawValue]))
/// ```
public struct Route: Codable, Hashable, Sendable {
  /// The name of the place within its feature, such as `book`.
  public var name: String
  /// The version of the parameters' meaning; a feature drops versions that it does not know.
  public var version: Int
  /// What tells this place from others of its name.
  public var parameters: [String: String]

  /// Creates a route.
  public init(_ name: String, version: Int = 1, parameters: [String: String] = [:]) {
    self.name = name
    self.version = version
    self.parameters = parameters
  }
}

/// What became of a route that was to be shown.
public enum RouteAnswer: Hashable, Sendable {
  /// The place is shown.
  case shown
  /// The place cannot be shown, and the text says why.
  case refused(String)
}
