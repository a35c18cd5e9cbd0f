import Foundation
import Synchronization

/// Creates identifiers of new data, such as a shelf.
///
/// Identifiers of one source are unique.
public protocol IdentifierSource: Sendable {
  /// Returns a new identifier that begins with `prefix` and a hyphen.
  func next(_ prefix: String) -> String
}

/// Creates globally unique identifiers.
public struct UniqueIdentifiers: IdentifierSource {
  /// Creates the source.
  public init() {}

  /// Returns a new identifier with a version 4 UUID (RFC 9562, section 5.4).
  public func next(_ prefix: String) -> String {
    "\(prefix)-\(UUID().uuidString.lowercased())"
  }
}

/// Creates numbered identifiers: the same calls return the same identifiers in every run.
public final class CountingIdentifiers: IdentifierSource {
  private let last = Atomic(0)

  /// Creates a source that starts at 1.
  public init() {}

  /// Returns the prefix with the next number.
  public func next(_ prefix: String) -> String {
    "\(prefix)-\(last.wrappingAdd(1, ordering: .relaxed).newValue)"
  }
}
