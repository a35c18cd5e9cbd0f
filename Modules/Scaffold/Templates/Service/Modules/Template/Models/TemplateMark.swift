/// The mark of an owner on something: a kind and an identifier, such as `books/dune`.
public struct TemplateMark: Hashable, Sendable {
  /// The maximum length, in characters.
  public static let maximumLength = 200
  /// The maximum number of marks that an owner can add.
  public static let maximumCount = 1000

  /// The name of what is marked.
  public let name: String

  /// Creates a mark.
  ///
  /// - Parameter name: visible ASCII characters without spaces; for another name the result is nil.
  public init?(_ name: String) {
    guard (1...Self.maximumLength).contains(name.utf8.count),
      name.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.name = name
  }
}
