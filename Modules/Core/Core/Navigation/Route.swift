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
  /// The feature has no such destination.
  case noPage
  /// The destination can't be shown.
  case refused(RouteRefusal)

  /// Returns a refusal for a reason of the feature.
  public static func refused(_ reason: some RefusalReason) -> Self {
    .refused(RouteRefusal(reason))
  }
}

/// A feature's reason for not showing a destination: an enum, with its wording in the feature's
/// text file.
///
/// ```swift
/// enum TripRefusal: RefusalReason { case noTrip }
/// extension TripRefusal { var text: String { "there is no such trip" } }
/// ```
public protocol RefusalReason: Hashable, Sendable {
  /// The reason as the end of a sentence, without a full stop. Hosts show it.
  var text: String { get }
}

/// The refusal of a destination, for a reason of any feature.
public struct RouteRefusal: Hashable, Sendable {
  /// The reason, of a type that the feature has declared.
  public let reason: any RefusalReason

  /// Creates a refusal.
  public init(_ reason: some RefusalReason) {
    self.reason = reason
  }

  /// Returns whether both have the same reason.
  public static func == (one: Self, other: Self) -> Bool {
    AnyHashable(one.reason) == AnyHashable(other.reason)
  }

  /// Hashes the reason.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(reason))
  }
}
