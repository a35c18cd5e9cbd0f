import Testing

@testable import Shell

/// Checks the generated table and its lookup (UAX #11).
@Suite("East Asian Width table")
struct EastAsianWidthTableTests {
  @Test("The ranges ascend and do not touch")
  func order() {
    for (range, next) in zip(EastAsianWidthTable.wide, EastAsianWidthTable.wide.dropFirst()) {
      #expect(range.first <= range.last)
      #expect(range.last + 1 < next.first)
    }
  }

  @Test("Both ends of every range are wide, and their neighbours are not")
  func ends() throws {
    for range in EastAsianWidthTable.wide {
      let inside = try [range.first, range.last].map { try #require(Unicode.Scalar($0)) }
      let outside = [range.first - 1, range.last + 1].compactMap(Unicode.Scalar.init)
      #expect(inside.allSatisfy(EastAsianWidthTable.contains))
      #expect(!outside.contains(where: EastAsianWidthTable.contains))
    }
  }

  @Test("Every emoji of default emoji presentation but the regional indicators is wide")
  func emojiPresentation() {
    for scalar in (0...0x1FFFF).compactMap(Unicode.Scalar.init as (UInt32) -> Unicode.Scalar?)
    where scalar.properties.isEmojiPresentation && !scalar.isRegionalIndicator {
      #expect(EastAsianWidthTable.contains(scalar), "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test(
    "A reserved ideograph is wide; a halfwidth or Latin letter is not",
    arguments: [
      ("\u{2FFFD}", true), ("\u{3FFFD}", true), ("\u{9FFF}", true), ("\u{3000}", true),
      ("\u{303F}", false), ("ｱ", false), ("a", false), ("\u{E000}", false), ("\u{10FFFD}", false),
    ] as [(Unicode.Scalar, Bool)])
  func lookup(scalar: Unicode.Scalar, isWide: Bool) {
    #expect(EastAsianWidthTable.contains(scalar) == isWide)
  }
}
