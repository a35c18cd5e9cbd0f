/// A destination in the app as data that survives a restart: a book, a shelf, a search.
///
/// An awaited flow has no route: after a restart no code would await it.
///
/// ```swift
/// push(screen, route: Route("trip", parameters: ["id": trip.id.rawValue]))
/// ```
public struct Route: Codable, Hashable, Sendable {
  /// The name of the destination within its feature, such as `book`.
  public var name: String
  /// The version of the parameters; a feature drops unknown versions.
  public var version: Int
  /// The parameters, such as an identifier.
  public var parameters: [String: String]

  /// Creates a route.
  public init(_ name: String, version: Int = 1, parameters: [String: String] = [:]) {
    self.name = name
    self.version = version
    self.parameters = parameters
  }
}

/// The result of showing a route.
public enum RouteAnswer: Hashable, Sendable {
  /// The destination is visible.
  case shown
  /// The destination can't be shown; the text says why.
  case refused(String)
}
