/// How single characters are folded.
package enum FoldingTable {
  /// The role of a character in a word.
  enum Role {
    case letter, apostrophe, separator
    /// It is left out, and the word continues.
    case nothing
  }

  /// The role of a character of decomposed text.
  static func role(of scalar: Unicode.Scalar) -> Role {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return .letter
    // The apostrophe, and the signs that are typed for it: a backtick, a geresh, a prime.
    case 0x27, 0x60, 0x2BC, 0x5F3, 0x2018, 0x2019, 0x201B, 0x2032: return .apostrophe
    case 0..<0x80: return .separator
    // Signs of romanised Cyrillic, Arabic, Hebrew and Hawaiian that most readers do not type, marks
    // of Latin, Greek and Cyrillic, Hebrew points, Arabic vowels and the tatweel.
    case 0x2B9...0x2BB, 0x2BD...0x2BF, 0x300...0x36F, 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2,
      0x5C4...0x5C7, 0x610...0x61A, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x1AB0...0x1AFF,
      0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F:
      return .nothing
    default: break
    }
    switch scalar.properties.generalCategory {
    case .format: return .nothing
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
      return .letter
    default: return .separator
    }
  }

  /// Whether a character belongs to a script that is written without spaces: Thai, Lao, Myanmar,
  /// Khmer, kana, Han.
  package static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0xE00: false
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3040...0x30FF,
      0x31F0...0x31FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// Returns the replacement of a letter without a decomposition, or nil.
  static func replacement(for scalar: Unicode.Scalar) -> String? {
    if (0x41...0x5A).contains(scalar.value) { return String(scalar).lowercased() }
    if scalar.value < 0x80 { return nil }
    if (0x30A1...0x30F6).contains(scalar.value) {
      return Unicode.Scalar(scalar.value - 0x60).map { String($0) }
    }
    return letters[scalar]
  }

  private static let letters: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h",
    "ı": "i", "ŋ": "n", "ŧ": "t", "ƙ": "k", "ɓ": "b", "ɗ": "d", "ɛ": "e", "ɔ": "o", "ə": "e",
    "ς": "σ",
    // Arabic letters of Persian and Urdu keyboards, and two that are often typed in a plain form.
    "ک": "ك", "ی": "ي", "ى": "ي", "ې": "ي", "ة": "ه", "ہ": "ه", "ھ": "ه", "ٱ": "ا", "ں": "ن",
    // Hebrew final letters.
    "ך": "כ", "ם": "מ", "ן": "נ", "ף": "פ", "ץ": "צ",
  ]
}
