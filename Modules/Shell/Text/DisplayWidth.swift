nonisolated extension Character {
  /// Gives the columns the Character takes in a terminal: those of its widest scalar or of the
  /// emoji its scalars make together (UAX #11, UTS #51), and those of letters and marks joined to it.
  var displayWidth: Int {
    if let asciiValue { return 0x20..<0x7F ~= asciiValue ? 1 : 0 }
    guard unicodeScalars.count <= Self.longestCluster else {
      return unicodeScalars.reduce(0) { $0 + $1.displayWidth }
    }
    let columns = columns
    return columns.widest + columns.joined
  }

  /// Tells whether the Character is drawn as one sign of two columns, an ideograph or an emoji, and
  /// not as several of one column.
  var isWide: Bool { !isASCII && displayWidth == 2 && columns.joined == 0 }

  /// Counts the columns of the widest scalar or emoji, and those that joined scalars add.
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

  /// Bounds the scalars a terminal draws as one; emoji have ten at most (UTS #51, RGI), so that a
  /// longer cluster is forged and is measured scalar by scalar.
  private static var longestCluster: Int { 16 }
}

nonisolated extension String {
  /// Gives the columns the text takes in a terminal, the sum of its Characters' (UAX #11).
  var displayWidth: Int {
    simpleColumns ?? reduce(0) { $0 + $1.displayWidth }
  }
}

nonisolated extension Unicode.Scalar {
  /// Tells whether the scalar makes a wide emoji of the one before it (UTS #51, ED-9a and ED-14).
  fileprivate func completesEmoji(after previous: Unicode.Scalar) -> Bool {
    value == 0xFE0F && previous.properties.isEmoji
      || isRegionalIndicator && previous.isRegionalIndicator
  }
}
