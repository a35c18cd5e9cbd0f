/// A name of a person or a thing, as a form may accept it: on one line, of letters and signs that
/// can be seen, bounded in length.
///
/// ```swift
/// let name = try ReadableName("  Ada Lovelace ", limit: 60)
/// #expect(name.text == "Ada Lovelace")
/// ```
public struct ReadableName: Hashable, Sendable {
  /// Why a text is no name.
  public enum Problem: Error, Hashable, Sendable {
    /// There is nothing, or nothing but white space.
    case empty
    /// The text is longer than the name may be.
    case tooLong
    /// There are control characters, or invisible marks that turn the text around them.
    case unprintable
    /// Nothing of it can be seen.
    case invisible
  }

  /// The name, without white space around it.
  public let text: String

  /// Reads a name.
  ///
  /// - Parameter limit: the length of the longest name, in characters.
  public init(_ typed: String, limit: Int) throws(Problem) {
    // Bounded before anything is looked at: one character may be a megabyte of accents.
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
    // Joiners are part of writing, and tags of flags; the rest are invisible marks.
    case .format:
      scalar == "\u{200C}" || scalar == "\u{200D}" || (0xE0020...0xE007F).contains(scalar.value)
    default: true
    }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .nonspacingMark, .enclosingMark, .spacingMark, .format: false
    // Fillers are letters that are not drawn.
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
