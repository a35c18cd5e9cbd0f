/// Text that must not be shown: it prints as bullets, also in reflection and in a debugger's dump.
///
/// It is not `Codable`, so it cannot reach a recording or JSON output by accident.
public struct Secret: Hashable, Sendable {
  private let storage: String

  /// Wraps a secret.
  public init(_ text: String) {
    storage = text
  }

  /// Gives the secret to the one who must have it, such as a password hash.
  public func reveal() -> String { storage }

  /// Whether nothing was typed.
  public var isEmpty: Bool { storage.isEmpty }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Bullets, whatever the secret.
  public var description: String { "••••" }
  /// Bullets, whatever the secret.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
