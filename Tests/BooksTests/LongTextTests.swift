import Testing

@testable import Books

@Suite("Long texts on a book's page")
struct LongTextTests {
  @Test("A text up to the limit is shown in full", arguments: [(19_999, 0), (100, 499), (0, 0)])
  func whole(letters: Int, lines: Int) {
    let text = String(repeating: "é", count: letters) + String(repeating: "\n", count: lines)
    #expect(EntrySections.beginning(text) == text)
  }

  @Test(
    "A longer text shows its beginning and where to read the rest",
    arguments: ["word ", "語", "a\u{301}", "a\n", "\r\n", "👩‍👩‍👧‍👦"])
  func beginning(_ unit: String) {
    let text = String(repeating: unit, count: 30_000)
    let shown = EntrySections.beginning(text)
    #expect(shown.count < 20_100 && shown.count(where: \.isNewline) < 510)
    let parts = shown.split(separator: "…")
    #expect(parts.count == 2 && text.hasPrefix(parts[0]))
    #expect(parts.last?.contains(BooksText.cutText) == true)
  }

  @Test("A text of line breaks alone is shortened like any other")
  func lineBreaks() {
    let breaks = { String(repeating: "\n", count: $0) }
    #expect(EntrySections.beginning(breaks(499)) == breaks(499))
    #expect(EntrySections.beginning(breaks(500)) == "\(breaks(499))…\n\n\(BooksText.cutText)")
  }

  @Test("A character with a million accents is shortened, too")
  func accents() {
    let text = "a" + String(repeating: "\u{301}", count: 1 << 20)
    #expect(EntrySections.beginning(text).utf8.count < 400_000)
  }
}
