/// A valid name of a person or a thing for a form: one line of visible characters, bounded in
/// length.
///
/// ```swift
/// let name = try ReadableName("  Ada Lovelace ", limit: 60)
/// #expect(name.text == "Ada Lovelace")
/// ```
public struct ReadableName: Hashable, Sendable {
  /// Why a text is not a valid name.
  public enum Problem: Error, Hashable, Sendable {
    /// The text is empty or only white space.
    case empty
    /// The text is longer than the limit.
    case tooLong
    /// The text contains control characters, or invisible characters that change the direction of
    /// text.
    case unprintable
    /// The text has no visible character.
    case invisible
  }

  /// The trimmed name.
  public let text: String

  /// Reads a name.
  ///
  /// - Parameters:
  ///   - typed: what the user typed; spaces around it are removed.
  ///   - limit: the maximum length in characters.
  public init(_ typed: String, limit: Int) throws(Problem) {
    // Bounded first: one character may be a megabyte of accents.
    guard typed.utf8.count <= limit * 32 else { throw .tooLong }
    let name = typed.trimmed
    guard !name.isEmpty else { throw .empty }
    guard name.count <= limit else { throw .tooLong }
    guard name.unicodeScalars.allSatisfy(Self.isPrintable) else { throw .unprintable }
    guard name.unicodeScalars.contains(where: Self.isVisible) else { throw .invisible }
    text = name
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    // Joiners belong to some scripts, and tags to flags; the rest are invisible.
    case .format:
      scalar == "\u{200C}" || scalar == "\u{200D}" || (0xE0020...0xE007F).contains(scalar.value)
    default: true
    }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .nonspacingMark, .enclosingMark, .spacingMark, .format: false
    // Fillers are letters without a glyph.
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
