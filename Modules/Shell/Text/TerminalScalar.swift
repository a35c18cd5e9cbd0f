/// Names what a scalar of outside text may do to a terminal, and so what becomes of it.
nonisolated enum TerminalScalar: Sendable, Equatable {
  /// Says the scalar only shows itself, and is kept.
  case plain

  /// Says the scalar draws onto the Character before it or joins it, as emoji, Persian and Indic
  /// text need (UAX #29, Extend and SpacingMark), and is kept up to a bound.
  case mark

  /// Says the scalar ends a line (UAX #14 classes CR, LF and, for U+2028 and U+2029, BK).
  case lineBreak

  /// Says the scalar is a tab, whose width the terminal alone knows.
  case tab

  /// Says the scalar is a C0 or C1 control or DEL (ECMA-48), which is replaced so that it is seen.
  case control

  /// Says the scalar is unseen and can reorder or forge text (UTR #36), and is removed.
  case invisible

  /// Sorts a scalar by what it does: controls by ECMA-48, the unseen by UAX #44 and UAX #9.
  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x0A, 0x0D, 0x2028, 0x2029: self = .lineBreak
    case 0x09: self = .tab
    case 0..<0x20, 0x7F..<0xA0: self = .control
    case 0xAD: self = .invisible
    case 0x20..<0x300: self = .plain
    case 0x200C, 0x200D: self = .mark
    case 0xFFF9...0xFFFB: self = .invisible
    default: self.init(beyondLatin: scalar.properties)
    }
  }

  /// Sorts a scalar that no code point rule names by its properties (UAX #44).
  private init(beyondLatin properties: Unicode.Scalar.Properties) {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
    case .modifierSymbol where properties.isEmojiModifier: self = .mark
    case .format where properties.isDefaultIgnorableCodePoint: self = .invisible
    case .unassigned where properties.isDefaultIgnorableCodePoint: self = .invisible
    default: self = .plain
    }
  }
}
