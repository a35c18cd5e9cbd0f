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
