import Catalogue

/// Tokens for facts instead of words.
///
/// They begin with an underscore, unlike words, or are a single private-use character, which folded
/// text never contains: FTS5 stores lists of all prefixes, and a single character has only one.
enum FactToken {
  /// The maximum length of a text as a fact, in bytes.
  private static let longest = 120

  /// Returns the token of a whole title, or nil for one that is longer than a token.
  static func wholeTitle(_ folded: FoldedText) -> String? {
    isWhole(folded) ? token(UInt8(ascii: "t"), folded) : nil
  }

  /// Returns whether a token has the whole text; longer texts with the same beginning share one.
  static func isWhole(_ folded: FoldedText) -> Bool { folded.bytes.count <= longest }
  /// Returns the token of a subject.
  static func subject(_ folded: FoldedText) -> String { token(UInt8(ascii: "s"), folded) }
  /// Returns the token of an author.
  static func author(_ number: Int) -> String { "_a\(number)" }
  /// Returns the token of the original language, a code of three small letters (MARC Code List for Languages).
  static func language(_ code: String) -> String {
    var place = 0
    // A damaged table may have a longer text.
    for letter in code.utf8.prefix(3) { place = place * 26 + Int(letter) - Int(UInt8(ascii: "a")) }
    return character(0x8000 + place)
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

  private static func token(_ kind: UInt8, _ folded: FoldedText) -> String {
    var token: [UInt8] = []
    append(kind, folded.bytes[...], to: &token)
    return String(decoding: token.dropFirst(), as: UTF8.self)
  }
}
