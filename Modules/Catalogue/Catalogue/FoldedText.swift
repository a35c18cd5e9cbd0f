import Foundation

/// Normalized text for searches: without case, accents, width and optional marks; words are
/// separated by one space.
///
/// Latin, Greek, Cyrillic, Hebrew and Arabic lose their marks. Letters that Unicode does not
/// decompose (ø, ł, ß) become those of a keyboard, signs of romanised text (ʹ, ʿ) are left out, katakana
/// becomes hiragana, and text in scripts without spaces is separated from other text.
package struct FoldedText {
  /// The effect of an apostrophe in a word.
  package enum Apostrophe {
    /// `doll's` becomes `dolls`.
    case joins
    /// `l'été` becomes `l ete`.
    case separates
  }

  /// The words with one space between them, as UTF-8.
  package private(set) var bytes: [UInt8] = []
  /// Whether the text had an apostrophe.
  package private(set) var hasApostrophe = false
  private var isUnspaced = false

  /// Folds text.
  package init(_ text: String, _ apostrophe: Apostrophe = .joins) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      (bytes, hasApostrophe) = Self.folded(ascii: text, apostrophe)
    } else {
      bytes.reserveCapacity(text.utf8.count)
      let folded = Self.withoutAccents(text).decomposedStringWithCompatibilityMapping.lowercased()
      for scalar in folded.unicodeScalars { append(scalar, apostrophe) }
      if bytes.last == Self.space { bytes.removeLast() }
    }
  }

  /// The English articles, each with the space after it.
  package static let articles = ["the ", "a ", "an "].map { Array($0.utf8) }

  /// The words.
  package var words: [ArraySlice<UInt8>] { bytes.split(separator: Self.space) }

  /// The text with each run of initials as one word, as readers type them: `j r r tolkien` becomes `jrr tolkien`. Nil
  /// without such a run.
  package var joiningInitials: FoldedText? {
    var joined = self
    joined.bytes.removeAll(keepingCapacity: true)
    var (hasRun, isAfterInitial) = (false, false)
    for word in words {
      let isInitial = Self.isInitial(word)
      if isInitial, isAfterInitial {
        hasRun = true
      } else {
        joined.separate()
      }
      joined.bytes += word
      isAfterInitial = isInitial
    }
    return hasRun ? joined : nil
  }

  /// Returns whether a word is one letter, of a script with spaces.
  private static func isInitial(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count <= 4 else { return false }
    let letters = String(decoding: word, as: UTF8.self).unicodeScalars
    guard letters.count == 1, let letter = letters.first else { return false }
    return letter.properties.isAlphabetic && !FoldingTable.isUnspaced(letter)
  }

  /// Returns what titles are sorted by: the folded words of one, without an English article at the
  /// beginning.
  package static func sortKey<Words: Collection<UInt8>>(of words: Words) -> Words.SubSequence {
    let words = words.drop { $0 == space }
    for article in articles where words.starts(with: article) {
      return words.dropFirst(article.count)
    }
    return words
  }

  private static let space = UInt8(ascii: " ")

  /// Returns the text with an apostrophe for each accent that is typed for one (U+00B4): it would be
  /// decomposed into a space and a mark.
  private static func withoutAccents(_ text: String) -> String {
    let (accent, apostrophe): (Unicode.Scalar, Unicode.Scalar) = ("\u{B4}", "'")
    guard text.unicodeScalars.contains(accent) else { return text }
    let scalars = text.unicodeScalars.map { $0 == accent ? apostrophe : $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Folds ASCII text, the most frequent case (`make bench`: a dump import).
  private static func folded(
    ascii text: String, _ apostrophe: Apostrophe
  ) -> (bytes: [UInt8], hasApostrophe: Bool) {
    // All empty arrays share storage, whose reference count all threads would write (`make bench`: a dump
    // import).
    if text.isEmpty { return ([], false) }
    var hasApostrophe = false
    let bytes = [UInt8](unsafeUninitializedCapacity: text.utf8.count) { buffer, count in
      for byte in text.utf8 {
        var letter = space
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          letter = byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter = byte | 0x20
        case UInt8(ascii: "'"), UInt8(ascii: "`"):
          hasApostrophe = true
          if apostrophe == .joins { continue }
        default: break
        }
        if letter == space, count == 0 || buffer[count - 1] == space { continue }
        buffer[count] = letter
        count += 1
      }
      if count > 0, buffer[count - 1] == space { count -= 1 }
    }
    return (bytes, hasApostrophe)
  }

  private mutating func append(_ scalar: Unicode.Scalar, _ apostrophe: Apostrophe) {
    switch FoldingTable.role(of: scalar) {
    case .nothing: break
    case .apostrophe:
      hasApostrophe = true
      if apostrophe == .separates { separate() }
    case .separator: separate()
    case .letter:
      let unspaced = FoldingTable.isUnspaced(scalar)
      if unspaced != isUnspaced { separate() }
      isUnspaced = unspaced
      if let replacement = FoldingTable.replacement(for: scalar) {
        bytes.append(contentsOf: replacement.utf8)
      } else {
        bytes.append(contentsOf: String(scalar).utf8)
      }
    }
  }

  private mutating func separate() {
    if let last = bytes.last, last != Self.space { bytes.append(Self.space) }
  }
}
