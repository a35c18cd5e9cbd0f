import Testing

@testable import Shell

/// Checks where lines end and how wide they are (UAX #14).
@Suite("Line wrapping")
struct LineWrappingTests {
  @Test(
    "A line breaks at a space, which is dropped",
    arguments: [
      ("the quick brown fox", 10, ["the quick", "brown fox"]),
      ("the quick", 9, ["the quick"]), ("the quick", 8, ["the", "quick"]),
      ("a  b", 4, ["a  b"]), ("a   b", 4, ["a", "b"]), ("  a b", 5, ["  a b"]), ("a  ", 5, ["a"]),
      ("", 5, [""]), ("    ", 2, [""]), ("      a", 3, ["a"]), ("ab cd", 0, ["a", "b", "c", "d"]),
      ("12\u{A0}km on", 6, ["12\u{A0}km", "on"]), ("a 1\u{A0}b", 4, ["a", "1\u{A0}b"]),
      ("a\u{2003}b", 1, ["a", "b"]), ("日本\u{3000}語", 5, ["日本", "語"]),
      ("a 1\u{202F}b", 4, ["a", "1\u{202F}b"]), ("a 1\u{2007}b", 4, ["a", "1\u{2007}b"]),
    ])
  func words(text: String, columns: Int, lines: [String]) {
    #expect(LineWrapping(columns: columns).lines(of: text) == lines)
  }

  @Test(
    "A word longer than the line is broken between Characters",
    arguments: [
      ("abcdefghij", 4, ["abcd", "efgh", "ij"]), ("ab cdefghij", 4, ["ab", "cdef", "ghij"]),
      ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
      ("한국어", 4, ["한국", "어"]), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, ["👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"]), ("日", 1, ["日"]), ("日本", 1, ["日", "本"]),
      ("العربية", 4, ["العر", "بية"]),
    ])
  func longWords(text: String, columns: Int, lines: [String]) {
    #expect(LineWrapping(columns: columns).lines(of: text) == lines)
  }

  @Test(
    "A line may break between ideographs, but not before closing or after opening punctuation",
    arguments: [
      ("日本語の本", 6, ["日本語", "の本"]), ("日本語。本", 6, ["日本", "語。本"]), ("日本「語」", 6, ["日本", "「語」"]),
      ("日本ラーメン", 6, ["日本", "ラーメ", "ン"]), ("日本シャツ", 6, ["日本", "シャツ"]),
      ("本ab本", 4, ["本ab", "本"]), ("한국 국어", 7, ["한국", "국어"]), ("本本\u{A0}本", 6, ["本", "本\u{A0}本"]),
      ("क कागज", 5, ["क", "कागज"]), ("日本“語”", 7, ["日本", "“語”"]),
      ("日本\u{2011}語", 5, ["日", "本\u{2011}語"]), ("한국 ㄱㅏ", 7, ["한국", "ㄱㅏ"]),
      (
        "한국 \u{1100}\u{116E}\u{11A8}\u{110B}\u{1165}", 7,
        ["한국", "\u{1100}\u{116E}\u{11A8}\u{110B}\u{1165}"]
      ),
    ])
  func ideographs(text: String, columns: Int, lines: [String]) {
    #expect(LineWrapping(columns: columns).lines(of: text) == lines)
  }

  @Test("A paragraph ends at a newline, even an empty one")
  func paragraphs() {
    let lines = LineWrapping(columns: 5).lines(of: "one two\n\nthree\r\n")
    #expect(lines == ["one", "two", "", "three", ""])
  }

  @Test("All lines of a paragraph except the first are indented")
  func hangingIndent() {
    let wrapping = LineWrapping(columns: 8, hangingIndent: 2)
    #expect(
      wrapping.lines(of: "one two three\nfour five") == ["one two", "  three", "four", "  five"])
    #expect(wrapping.lines(of: "abcdefghijklmnop") == ["abcdefgh", "  ijklmn", "  op"])
    #expect(
      LineWrapping(columns: 4, hangingIndent: 9).lines(of: "abcdefg") == ["abcd", "  ef", "  g"])
  }

  @Test("A width below one column is one column")
  func narrowest() {
    #expect(LineWrapping(columns: -5, hangingIndent: -1) == LineWrapping(columns: 1))
  }

  @Test("A control character in wrapped text is made visible")
  func injection() {
    let lines = LineWrapping(columns: 8).lines(of: "a\u{1B}[2J b\u{9B}m\tc")
    #expect(lines == ["a\u{FFFD}[2J", "b\u{FFFD}m    c"])
  }

  @Test("No line exceeds the width, except for a single wide Character", arguments: [2, 3, 7, 20])
  func bounds(columns: Int) {
    let text =
      "The 日本語「テスト」 and 👨‍👩‍👧‍👦🇩🇪 with हिन्दी, العربية; 한국어\n  supercalifragilistic — e\u{301}e\u{301} ﾊﾝｶﾞｸ"
    for indent in 0...3 {
      let lines = LineWrapping(columns: columns, hangingIndent: indent).lines(of: text)
      #expect(
        lines.allSatisfy { line in
          line.displayWidth <= columns || line.drop { $0 == " " }.count == 1
        })
      let words = lines.joined().filter { $0 != " " }
      #expect(words == text.filter { $0 != " " && $0 != "\n" })
    }
  }

  @Test(
    "A megabyte wraps, with spaces, without them and of spaces alone",
    arguments: [
      ("a", 1_000_000, 12_500), ("語", 333_333, 8_334), ("word ", 200_000, 12_500),
      (" ", 1_000_000, 1), ("\n", 100_000, 100_001),
    ])
  func megabyte(unit: String, count: Int, lines: Int) {
    let text = String(repeating: unit, count: count)
    #expect(LineWrapping(columns: 80).lines(of: text).count == lines)
  }
}
