/// Text that must not be printed: it prints as bullets, also in reflection and in a debugger.
///
/// It is not `Codable`, so it cannot reach a recording or JSON output by accident.
public struct Secret: Hashable, Sendable {
  private let storage: String

  /// Wraps a secret.
  public init(_ text: String) {
    storage = text
  }

  /// Reveals the secret, for example to a password hash.
  public func reveal() -> String { storage }

  /// Whether the secret is empty.
  public var isEmpty: Bool { storage.isEmpty }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Bullets.
  public var description: String { "••••" }
  /// Bullets.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
