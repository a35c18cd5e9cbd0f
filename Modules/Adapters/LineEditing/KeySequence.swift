/// Tells what belongs to the sequence of a key, such as an arrow, from what is typed.
///
/// A sequence is ESC, `[`, parameters and a final character from `@` to `~` (ECMA-48, section 5.4), or
/// ESC, `O` and one character (ECMA-35, single shift 3). Linux's console sends ESC, `[[` and one character
/// for F1 to F5 (terminfo, `linux`). A terminal sends a sequence at once, so an ESC that comes alone is the key of
/// that name.
struct KeySequence {
  private enum Part {
    case none, escape
    /// After ESC and `[`.
    case introducer
    case parameters
    /// Before the last character, whatever it is.
    case last
  }

  private var part = Part.none

  /// Returns whether a scalar belongs to a sequence.
  ///
  /// - Parameter isLast: whether nothing has come together with the scalar that is not read yet.
  mutating func takes(_ scalar: Unicode.Scalar, isLast: Bool) -> Bool {
    switch (part, scalar) {
    case (_, "\u{1B}"): part = isLast ? .none : .escape
    case (.escape, "["): part = .introducer
    case (.escape, "O"), (.introducer, "["): part = .last
    case (.introducer, " "..."?"), (.parameters, " "..."?"): part = .parameters
    case (.introducer, "@"..."~"), (.parameters, "@"..."~"), (.last, " "..."~"): part = .none
    default:
      part = .none
      return false
    }
    return true
  }
}
