/// The tag characters of a subdivision's flag, such as Scotland's (UTS #51, ED-14a).
nonisolated enum FlagTags {
  /// The only base whose tags are kept, the waving black flag (UTS #51, Annex C).
  static let base: Unicode.Scalar = "\u{1F3F4}"

  /// The tag that ends a sequence.
  private static let end: Unicode.Scalar = "\u{E007F}"

  /// The permitted lengths of a code: two letters of a region, one to four of a subdivision (UTS
  /// #35).
  private static let lengths = 3...6

  /// Returns the tags at the beginning of a text, with the ending one, if they form a subdivision.
  static func sequence(opening rest: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
    let code = rest.prefix(lengths.upperBound + 1).prefix(while: isCode)
    guard lengths ~= code.count, code.endIndex < rest.endIndex, rest[code.endIndex] == end else {
      return nil
    }
    return rest[...code.endIndex]
  }

  /// Returns whether a scalar is a tag digit or a small tag letter.
  private static func isCode(_ scalar: Unicode.Scalar) -> Bool {
    0xE0030...0xE0039 ~= scalar.value || 0xE0061...0xE007A ~= scalar.value
  }
}
