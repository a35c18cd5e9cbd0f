import Services
import Testing

@testable import Shell

/// Checks that simple text, measured and wrapped byte by byte, gives the same result as the rules.
@Suite("Simple text")
struct SimpleTextTests {
  private static let simple = (UInt32(0)..<0x1_0000).compactMap(Unicode.Scalar.init)
    .filter(\.isSimple)

  @Test("A simple scalar takes one column, is printed unchanged and is a Character by itself")
  func scalars() {
    for scalar in Self.simple {
      #expect(Character(scalar).displayWidth == 1, "\(scalar.value)")
      #expect(TerminalScalar(scalar) == .plain, "\(scalar.value)")
      #expect(!String(scalar).hasRightToLeft, "\(scalar.value)")
      #expect(!Character(scalar).isBreakingSpace || scalar == " ", "\(scalar.value)")
      #expect("a\(scalar)a".count == 3, "\(scalar.value)")
      #expect("★\(scalar)Ж".count == 3, "\(scalar.value)")
    }
  }

  @Test(
    "Only a text of simple scalars has simple columns",
    arguments: [
      ("", 0), ("Dune", 4), ("★★★☆☆ · №", nil), ("Ελλάδα … Жук", 12), ("e\u{301}", nil), ("日", nil),
      ("a\tb", nil), ("a\nb", nil), ("\u{7F}", nil), ("Ж\u{7F}", nil), ("Ж\u{1B}", nil),
      ("\u{AD}", nil), ("😀", nil),
      ("❤\u{FE0F}", nil),
      ("★\u{FE0F}", nil), ("\u{202E}", nil), ("\u{2028}", nil), ("ש", nil),
    ] as [(String, Int?)])
  func columns(text: String, columns: Int?) {
    #expect(text.simpleColumns == columns)
  }

  @Test("Simple paragraphs wrap like all others", arguments: 0..<400)
  func wrapping(seed: UInt64) {
    let random = SeededRandomness(seed: seed)
    let letters: [Character] = ["a", "b", "ж", "★", "-", " ", " ", " ", "\n"]
    let length = random.next(below: 60)
    let text = String((0..<length).map { _ in letters[random.next(below: letters.count)] })
    let wrapping = LineWrapping(
      columns: 1 + random.next(below: 14), hangingIndent: random.next(below: 4))
    let expected = text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { paragraph in
        var lines = WrappedParagraph(
          columns: wrapping.columns, hangingIndent: wrapping.hangingIndent)
        for character in paragraph { lines.append(character) }
        return lines.finished()
      }
    #expect(wrapping.lines(of: text) == expected, "\(text.debugDescription)")
  }
}
