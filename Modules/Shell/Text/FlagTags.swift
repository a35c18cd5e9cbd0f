/// Names the tag characters that spell a subdivision's flag, Scotland's say (UTS #51, ED-14a).
nonisolated enum FlagTags {
  /// Holds the one base whose tags are kept, the waving black flag (UTS #51, Annex C).
  static let base: Unicode.Scalar = "\u{1F3F4}"

  /// Holds the tag that ends a sequence.
  private static let end: Unicode.Scalar = "\u{E007F}"

  /// Bounds the tags of a code: two letters of a region, one to four of a subdivision (UTS #35).
  private static let lengths = 3...6

  /// Gives the tags that open some text, with the ending one, when they spell a subdivision.
  static func sequence(opening rest: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
    let code = rest.prefix(lengths.upperBound + 1).prefix(while: isCode)
    guard lengths ~= code.count, code.endIndex < rest.endIndex, rest[code.endIndex] == end else {
      return nil
    }
    return rest[...code.endIndex]
  }

  /// Tells whether a scalar is a tag digit or a small tag letter.
  private static func isCode(_ scalar: Unicode.Scalar) -> Bool {
    0xE0030...0xE0039 ~= scalar.value || 0xE0061...0xE007A ~= scalar.value
  }
}
