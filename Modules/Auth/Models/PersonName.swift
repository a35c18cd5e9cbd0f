import Core

/// What a person wants to be called, read from a form.
enum PersonName {
  /// The length of the longest name, in characters.
  static let maximumLength = 60

  /// Why a text is no name.
  enum Problem: Error, Hashable {
    case empty
    case tooLong
    /// Control characters, and marks that turn the direction of what stands around them.
    case unprintable
  }

  static func read(_ typed: String) throws(Problem) -> String {
    // Bounded before anything is looked at: one character may be a megabyte of accents.
    guard typed.utf8.count <= maximumLength * 32 else { throw .tooLong }
    let name = typed.trimmed
    guard !name.isEmpty else { throw .empty }
    guard name.count <= maximumLength else { throw .tooLong }
    let isPrintable = name.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
      // Joiners are part of writing; the rest are marks that nobody sees.
      case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
      default: true
      }
    }
    guard isPrintable else { throw .unprintable }
    return name
  }
}
