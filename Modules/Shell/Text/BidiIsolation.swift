/// Chooses whether right-to-left text is kept from reordering the line around it (UAX #9).
nonisolated enum BidiIsolation: Sendable, Equatable, CaseIterable {
  /// Encloses text with right-to-left letters in U+2068 and U+2069 (UAX #9, first strong isolate).
  case firstStrong

  /// Adds nothing, for a terminal that displays isolates or does not support text direction.
  case off

  /// Returns the text, isolated from its neighbours if necessary.
  func isolating(_ text: String) -> String {
    self == .firstStrong && text.hasRightToLeft ? "\u{2068}\(text)\u{2069}" : text
  }
}

nonisolated extension String {
  /// Whether there is a scalar of a right-to-left block, assigned or not (UAX #9, 3.2, R and AL).
  var hasRightToLeft: Bool {
    if utf8.allSatisfy({ $0 < 0xD6 }) { return false }
    return unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE: true
      case 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
      default: false
      }
    }
  }
}
