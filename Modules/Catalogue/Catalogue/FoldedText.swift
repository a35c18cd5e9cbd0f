import Foundation

/// Text as it is compared in a search: without case, accents, width, and the marks that readers
/// leave out; words stand apart by one space.
///
/// Latin, Greek, Cyrillic, Hebrew and Arabic lose their marks, the letters that Unicode does not
/// decompose (ø, ł, ß) become those a keyboard has, katakana becomes hiragana, and what is written
/// without spaces stands apart from what is not.
package struct FoldedText {
  /// What an apostrophe does to the word in which it stands.
  package enum Apostrophe {
    /// `doll's` is `dolls`.
    case joins
    /// `l'été` is `l ete`.
    case separates
  }

  /// The words with one space between them, as UTF-8.
  package private(set) var bytes: [UInt8] = []
  /// Whether there was an apostrophe.
  package private(set) var hasApostrophe = false
  private var isUnspaced = false

  /// Folds text.
  package init(_ text: String, _ apostrophe: Apostrophe = .joins) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      (bytes, hasApostrophe) = Self.folded(ascii: text, apostrophe)
    } else {
      bytes.reserveCapacity(text.utf8.count)
      let folded = text.decomposedStringWithCompatibilityMapping.lowercased()
      for scalar in folded.unicodeScalars { append(scalar, apostrophe) }
      if bytes.last == Self.space { bytes.removeLast() }
    }
  }

  /// The words.
  package var words: [ArraySlice<UInt8>] { bytes.split(separator: Self.space) }

  private static let space = UInt8(ascii: " ")

  /// The same for ASCII, of which a catalogue is full.
  private static func folded(
    ascii text: String, _ apostrophe: Apostrophe
  ) -> (bytes: [UInt8], hasApostrophe: Bool) {
    // An array without room is one that all threads share, and its count would be written all the same.
    if text.isEmpty { return ([], false) }
    var hasApostrophe = false
    let bytes = [UInt8](unsafeUninitializedCapacity: text.utf8.count) { buffer, count in
      for byte in text.utf8 {
        var letter = space
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          letter = byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter = byte | 0x20
        case UInt8(ascii: "'"):
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
