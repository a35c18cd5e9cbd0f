import Foundation
import Synchronization

/// Makes identifiers for what a person creates, such as a shelf.
///
/// No two calls to one source give the same identifier.
public protocol IdentifierSource: Sendable {
  /// A new identifier that begins with `prefix` and a hyphen.
  func next(_ prefix: String) -> String
}

/// Makes identifiers that no other machine makes.
public struct UniqueIdentifiers: IdentifierSource {
  /// Creates the source.
  public init() {}

  /// A new identifier with a version 4 UUID (RFC 9562, section 5.4).
  public func next(_ prefix: String) -> String {
    "\(prefix)-\(UUID().uuidString.lowercased())"
  }
}

/// Counts: the same calls give the same identifiers, in every run.
public final class CountingIdentifiers: IdentifierSource {
  private let last = Mutex(0)

  /// Creates a source that begins at 1.
  public init() {}

  /// The prefix with the next number.
  public func next(_ prefix: String) -> String {
    let number = last.withLock { last in
      last += 1
      return last
    }
    return "\(prefix)-\(number)"
  }
}
