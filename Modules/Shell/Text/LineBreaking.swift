/// Line breaks inside text without spaces (a part of UAX #14).
nonisolated enum LineBreaking {
  /// Returns whether a line may break between two Characters that aren't spaces: beside an
  /// ideograph, but not before closing or after opening punctuation (UAX #14, LB13, LB14, LB21 and
  /// LB31).
  static func allows(between before: Character, and after: Character) -> Bool {
    if before.isASCII && after.isASCII { return false }
    return (before.isIdeographic || after.isIdeographic) && !before.isOpening && !after.isClosing
      && !before.isGlue && !after.isGlue
  }
}

nonisolated extension Character {
  /// Whether a line may break at this space (UAX #14, SP, BA and U+3000).
  var isBreakingSpace: Bool { self == " " || !isASCII && isWhitespace && !isGlue }

  /// Whether the Character forbids a break on both sides (UAX #14, GL); safe text has no WJ.
  fileprivate var isGlue: Bool {
    switch unicodeScalars.first?.value {
    case 0xA0, 0x2007, 0x2011, 0x202F: true
    default: false
    }
  }

  /// Whether the Character breaks like an ideograph: wide, but not Hangul, which breaks between
  /// words (UAX #14, ID, tailored).
  fileprivate var isIdeographic: Bool {
    guard isWide, let scalar = unicodeScalars.first else { return false }
    return switch scalar.value {
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: false
    default: true
    }
  }

  /// Whether the Character opens a bracket or a quotation (UAX #14, OP).
  fileprivate var isOpening: Bool {
    switch unicodeScalars.first?.properties.generalCategory {
    case .openPunctuation, .initialPunctuation: true
    default: false
    }
  }

  /// Whether no line may begin with the Character (UAX #14, CL, CP, EX, IS, NS and CJ).
  fileprivate var isClosing: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    return switch scalar.properties.generalCategory {
    case .closePunctuation, .finalPunctuation, .otherPunctuation, .modifierLetter: true
    default: Self.smallKana.contains(scalar)
    }
  }

  /// The small kana, which may not begin a line (UAX #14, CJ).
  private static let smallKana = Set("ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ".unicodeScalars)
}
