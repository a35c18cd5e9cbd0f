nonisolated extension Unicode.Scalar {
  /// The columns of the scalar by itself, by East_Asian_Width and category (UAX #11).
  var displayWidth: Int {
    switch value {
    case 0x20..<0x7F: 1
    case 0..<0xA0: 0
    case 0xA0..<0x300: 1
    default: isZeroWidth ? 0 : EastAsianWidthTable.contains(self) ? 2 : 1
    }
  }

  /// Whether the scalar is a regional indicator, half of a flag (UTS #51, ED-14).
  var isRegionalIndicator: Bool { 0x1F1E6...0x1F1FF ~= value }

  /// Whether the scalar keeps its column if UAX #29 joins it to the previous Character, as in
  /// `wcwidth`, which terminals use: a spacing mark, a letter of an Indic conjunct (GB9c), Thai and
  /// Lao AM, a halfwidth katakana sound mark, and a scalar after a prepended sign (GB9b).
  ///
  /// No emoji continues with a letter or a digit, so none becomes wider.
  var keepsColumnWhenJoined: Bool {
    switch properties.generalCategory {
    case .spacingMark, .otherLetter, .modifierLetter, .decimalNumber: true
    default: false
    }
  }

  /// Whether the scalar takes no column: a mark, a control, a format or a trailing jamo.
  private var isZeroWidth: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: true
    case .format: !isVisibleFormat
    case .unassigned: properties.isDefaultIgnorableCodePoint
    default: isTrailingJamo
    }
  }

  /// Whether the scalar is a visible format character: Prepended_Concatenation_Mark (UAX #44).
  private var isVisibleFormat: Bool {
    switch value {
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  /// Whether the scalar is a Hangul medial or final, drawn in its initial's columns.
  private var isTrailingJamo: Bool {
    switch value {
    case 0x1160...0x11FF, 0xD7B0...0xD7C6, 0xD7CB...0xD7FB: true
    default: false
    }
  }
}

nonisolated extension EastAsianWidthTable {
  /// Returns whether a scalar is East Asian Wide or Fullwidth (UAX #11), by binary search.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = wide.count
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].last < value { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].first <= value
  }
}
