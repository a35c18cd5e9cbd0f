nonisolated extension Character {
  /// The columns of the Character in a terminal: those of its widest scalar or emoji (UAX #11, UTS
  /// #51), and those of the letters and marks joined to it.
  var displayWidth: Int {
    if let byte = utf8.first, utf8.count == 1 { return 0x20..<0x7F ~= byte ? 1 : 0 }
    guard unicodeScalars.count <= Self.maximumClusterLength else {
      return unicodeScalars.reduce(0) { $0 + $1.displayWidth }
    }
    let columns = columns
    return columns.widest + columns.joined
  }

  /// Whether the Character is one symbol of two columns, such as an ideograph or an emoji, and not
  /// several of one column.
  var isWide: Bool { !isASCII && displayWidth == 2 && columns.joined == 0 }

  /// The columns of the widest scalar or emoji, and those of joined scalars.
  private var columns: (widest: Int, joined: Int) {
    var widest = 0
    var joined = 0
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      let width = scalar.displayWidth
      if let previous, scalar.completesEmoji(after: previous) {
        widest = 2
      } else if previous != nil, width == 1, scalar.keepsColumnWhenJoined {
        joined += 1
      } else {
        widest = max(widest, width)
      }
      previous = scalar
    }
    return (widest, joined)
  }

  /// The maximum number of scalars that a terminal draws as one. Emoji have at most ten (UTS #51,
  /// RGI), so a longer cluster is forged and measured scalar by scalar.
  private static var maximumClusterLength: Int { 16 }
}

nonisolated extension String {
  /// The columns of the text in a terminal, the sum of its Characters' (UAX #11).
  var displayWidth: Int {
    simpleColumns ?? reduce(0) { $0 + $1.displayWidth }
  }
}

nonisolated extension Unicode.Scalar {
  /// Returns whether the scalar turns the previous one into a wide emoji (UTS #51, ED-9a and
  /// ED-14).
  fileprivate func completesEmoji(after previous: Unicode.Scalar) -> Bool {
    value == 0xFE0F && previous.properties.isEmoji
      || isRegionalIndicator && previous.isRegionalIndicator
  }
}
