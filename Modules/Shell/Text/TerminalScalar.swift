/// The effect of a scalar on a terminal, which determines its treatment.
nonisolated enum TerminalScalar: Sendable, Equatable {
  /// A visible scalar, which is kept.
  case plain

  /// A scalar that combines with the previous Character, as emoji, Persian and Indic text need (UAX
  /// #29, Extend and SpacingMark). It is kept up to a limit.
  case mark

  /// A line break (UAX #14 classes CR, LF and, for U+2028 and U+2029, BK).
  case lineBreak

  /// A tab, whose width only the terminal knows.
  case tab

  /// A C0 or C1 control or DEL (ECMA-48), which is replaced by a visible scalar.
  case control

  /// An invisible scalar that can reorder or forge text (UTR #36), which is removed.
  case invisible

  /// Classifies a scalar: controls by ECMA-48, invisible ones by UAX #44 and UAX #9.
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

  /// Classifies other scalars by their properties (UAX #44).
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
