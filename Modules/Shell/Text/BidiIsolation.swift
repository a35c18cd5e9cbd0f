nonisolated extension String {
  /// The text; if it has right-to-left letters, in a first strong isolate (U+2068, U+2069), so that it
  /// does not reorder the line around it (UAX #9).
  var bidiIsolated: String { hasRightToLeft ? "\u{2068}\(self)\u{2069}" : self }

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
