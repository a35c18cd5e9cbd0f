import Core

/// What a reader wants to be called, read from what they typed.
enum DisplayName {
  /// The length of the longest name, in characters.
  static let maximumLength = 60

  /// Why a text is no name.
  enum Problem: Error, Hashable {
    case tooLong
    /// Control characters, and marks that turn the direction of what stands around them.
    case unprintable
    /// Nothing of it can be seen.
    case invisible
  }

  /// Reads a name; blanks alone are no name, which is empty.
  static func read(_ typed: String) throws(Problem) -> String {
    // Bounded before anything is looked at: one character may be a megabyte of accents.
    guard typed.utf8.count <= maximumLength * 32 else { throw .tooLong }
    let name = typed.trimmed
    guard !name.isEmpty else { return "" }
    guard name.count <= maximumLength else { throw .tooLong }
    guard name.unicodeScalars.allSatisfy(isPrintable) else { throw .unprintable }
    guard name.unicodeScalars.contains(where: isVisible) else { throw .invisible }
    return name
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    // Joiners are part of writing, and of emoji; the rest are marks that nobody sees.
    case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
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
