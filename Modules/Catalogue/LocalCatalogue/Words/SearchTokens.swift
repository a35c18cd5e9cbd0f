import Catalogue
import Foundation

/// The tokens of a text in the index.
///
/// Text is folded first, see ``FoldedText``. Text without spaces, and Korean, whose words carry
/// particles, is indexed by overlapping pairs of characters and the last character: most Chinese
/// words have two characters, and SQLite's trigrams find nothing shorter than three. So any part of
/// a title is found: one character as a prefix of pairs, two by their pair, and more by consecutive
/// pairs.
struct SearchTokens {
  /// One word or one run of characters.
  enum Word: Hashable {
    /// A word between spaces.
    case word(String)
    /// A run that matches any of its parts.
    case run([Character])
  }

  let words: [Word]
  init(_ text: String) {
    words = FoldedText(text).words.map(Self.word)
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> Word {
    let text = String(decoding: bytes, as: UTF8.self)
    // The first bytes of ASCII, Latin, Greek, Cyrillic, Hebrew and Arabic are below.
    guard let first = bytes.first, first >= 0xE0, let scalar = text.unicodeScalars.first else {
      return isKorean(bytes) ? run(text.precomposedStringWithCanonicalMapping) : .word(text)
    }
    if FoldingTable.isUnspaced(scalar) { return run(text) }
    return isKorean(bytes) ? run(text.precomposedStringWithCanonicalMapping) : .word(text)
  }

  /// Returns a run with vowel signs as separate characters, because a query may end before one.
  private static func run(_ text: String) -> Word {
    .run(text.unicodeScalars.map(Character.init))
  }

  /// Returns whether there is a Hangul letter (U+1100 to U+11FF): folding decomposes syllables.
  private static func isKorean(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.contains(0xE1) else { return false }
    return zip(bytes, bytes.dropFirst()).contains { $0 == 0xE1 && (0x84...0x87).contains($1) }
  }

  /// Appends the tokens of a text, each after a space.
  static func append(_ text: FoldedText, to tokens: inout [UInt8]) {
    // Scripts with spaces are below.
    if text.bytes.allSatisfy({ $0 < 0xE0 }) {
      tokens.append(UInt8(ascii: " "))
      tokens += text.bytes
      return
    }
    for word in text.words {
      switch Self.word(word) {
      case .word:
        tokens.append(UInt8(ascii: " "))
        tokens += word
      case .run(let characters):
        for (first, second) in zip(characters, characters.dropFirst()) {
          tokens.append(UInt8(ascii: " "))
          tokens += first.utf8
          tokens += second.utf8
        }
        if let last = characters.last {
          tokens.append(UInt8(ascii: " "))
          tokens += last.utf8
        }
      }
    }
  }
}

/// Tokens for facts instead of words.
///
/// They begin with an underscore, unlike words, or are a single private-use character, which folded
/// text never contains: FTS5 stores lists of all prefixes, and a single character has only one.
enum FactToken {
  /// The maximum length of a text as a fact, in bytes.
  private static let longest = 120

  /// Returns the token of a whole title.
  static func title(_ folded: FoldedText) -> String { "_t" + joined(folded.bytes) }
  /// Returns the token of a whole title, or nil for one that is longer than a token.
  static func wholeTitle(_ folded: FoldedText) -> String? { isWhole(folded) ? title(folded) : nil }
  /// Returns whether a token has the whole text; longer texts with the same beginning share one.
  static func isWhole(_ folded: FoldedText) -> Bool { folded.bytes.count <= longest }
  /// Returns the token of a subject.
  static func subject(_ folded: FoldedText) -> String { "_s" + joined(folded.bytes) }
  /// Returns the token of an author.
  static func author(_ number: Int) -> String { "_a\(number)" }
  /// Returns the token of the original language, usually a code of three letters (MARC Code List
  /// for Languages).
  static func language(_ code: String) -> String {
    let letters = code.utf8.map { Int($0) - Int(UInt8(ascii: "a")) }
    guard letters.count == 3, letters.allSatisfy((0..<26).contains) else {
      return "_l" + joined(Array(code.utf8))
    }
    return character(0x8000 + letters.reduce(0) { $0 * 26 + $1 })
  }

  /// Returns a character of Supplementary Private Use Area-A (U+F0000 to U+FFFFD).
  static func character(_ place: Int) -> String {
    let last = 0xFFFD
    return Unicode.Scalar(UInt32(0xF0000 + min(max(place, 0), last))).map { String($0) } ?? ""
  }

  /// Appends the tokens of a title, also without a leading article.
  static func append(title folded: FoldedText, to facts: inout [UInt8]) {
    append(UInt8(ascii: "t"), folded.bytes[...], to: &facts)
    for article in FoldedText.articles where folded.bytes.starts(with: article) {
      append(UInt8(ascii: "t"), folded.bytes.dropFirst(article.count), to: &facts)
    }
  }

  /// Appends the token of a subject.
  static func append(subject folded: FoldedText, to facts: inout [UInt8]) {
    append(UInt8(ascii: "s"), folded.bytes[...], to: &facts)
  }

  private static func append(
    _ kind: UInt8, _ text: ArraySlice<UInt8>, to facts: inout [UInt8]
  ) {
    facts.append(UInt8(ascii: " "))
    facts.append(UInt8(ascii: "_"))
    facts.append(kind)
    let start = facts.count
    facts += text.prefix(longest)
    // In folded text only spaces aren't letters.
    for index in start..<facts.count where facts[index] == UInt8(ascii: " ") {
      facts[index] = UInt8(ascii: "_")
    }
  }

  private static func joined(_ bytes: [UInt8]) -> String {
    var text = bytes.prefix(longest)
    for index in text.indices where !isLetter(text[index]) { text[index] = UInt8(ascii: "_") }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: false
    }
  }
}

/// Years as tokens: the year, its decade and its century, so that any range is a few tokens.
enum YearTokens {
  private static let plausible = PublicationYear.plausible
  /// The offset that makes years positive, a multiple of a hundred.
  private static let offset = 5000

  private static func year(_ number: Int) -> String { FactToken.character(number) }
  private static func decade(_ number: Int) -> String { FactToken.character(0x4000 + number) }
  private static func century(_ number: Int) -> String { FactToken.character(0x5000 + number) }

  /// Returns the tokens of a year.
  static func of(_ year: Int) -> String {
    let number = min(max(year, plausible.lowerBound), plausible.upperBound) + offset
    return "\(century(number / 100)) \(decade(number / 10)) \(self.year(number))"
  }

  /// Returns tokens such that each year in the range has one of them, and no other year does.
  static func covering(_ from: Int?, _ to: Int?) -> [String] {
    let (first, last) = (plausible.lowerBound, plausible.upperBound)
    // Clamped at both ends, so that adding the offset does not overflow.
    var next = min(max(from ?? first, first), last + 1) + offset
    let end = max(min(to ?? last, last), first - 1) + offset
    var tokens: [String] = []
    while next <= end {
      if next % 100 == 0, next + 99 <= end {
        tokens.append(century(next / 100))
        next += 100
      } else if next % 10 == 0, next + 9 <= end {
        tokens.append(decade(next / 10))
        next += 10
      } else {
        tokens.append(year(next))
        next += 1
      }
    }
    return tokens
  }
}
