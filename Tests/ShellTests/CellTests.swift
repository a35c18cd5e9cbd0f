import Testing

@testable import Shell

/// Checks shortening, padding and isolating cells (UAX #9, UAX #11).
@Suite("Table cell")
struct CellTests {
  @Test(
    "A shortened text ends in an ellipsis and splits no Character",
    arguments: [
      ("Hello", 5, "Hello"), ("Hello", 4, "Hel…"), ("Hello", 1, "…"), ("Hello", 0, ""), ("", 0, ""),
      ("Hello", -3, ""), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"),
      ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"), ("🇩🇪🇫🇷🇮🇹", 5, "🇩🇪🇫🇷…"),
      ("हिन्दी", 1, "…"), ("ab\u{301}", 2, "ab\u{301}"),
    ])
  func truncation(text: String, columns: Int, cut: String) {
    let cell = Cell(text).truncated(to: columns)
    #expect(cell.rendered == cut)
    #expect(cell.columns <= max(0, columns))
  }

  @Test(
    "A padded cell has the requested width in every script",
    arguments: ["", "Hello", "日本語", "שלום", "العربية", "👨‍👩‍👧‍👦", "हिन्दी", "日\u{1B}[2J", "a\tb\u{202E}c"])
  func padding(text: String) {
    for alignment in Cell.Alignment.allCases {
      for columns in [8, 12] {
        let cell = Cell(text).truncated(to: 8).padded(to: columns, alignment: alignment)
        #expect(cell.columns == columns)
        #expect(cell.rendered.displayWidth == columns)
      }
    }
  }

  @Test("The padding is after the text, or before a number")
  func alignment() {
    #expect(Cell("12").padded(to: 5).rendered == "12   ")
    #expect(Cell("12").padded(to: 5, alignment: .trailing).rendered == "   12")
    #expect(Cell("12345").padded(to: 3).rendered == "12345")
    #expect(Cell("12").padded(to: 9).truncated(to: 5).rendered == "12")
    let number = Cell("12").padded(to: 9, alignment: .trailing)
    #expect(number.truncated(to: 5).rendered == "12")
  }

  @Test(
    "Right-to-left text is in an isolate, with the ellipsis inside and the padding outside",
    arguments: [
      "שלום", "العربية", "ޑިވެހި", "ߒߞߏ", "a שלום", "\u{FB2A}", "\u{FEB3}", "\u{10A00}", "\u{1E900}",
    ])
  func isolates(text: String) {
    #expect(Cell(text).padded(to: 9).rendered.hasPrefix("\u{2068}\(text)\u{2069} "))
  }

  @Test("A shortened right-to-left text closes its isolate after the ellipsis")
  func truncatedIsolate() {
    #expect(Cell("שלום").truncated(to: 3).rendered == "\u{2068}של…\u{2069}")
  }

  @Test(
    "Text without right-to-left letters has no isolate",
    arguments: ["", "Hello", "日本語", "हिन्दी", "😀", "Ж", "\u{FF21}"])
  func noIsolates(text: String) {
    #expect(Cell(text).rendered == text)
  }

  @Test("Text from outside can't contain isolates or control characters")
  func injection() {
    #expect(Cell("\u{2069}שלום\u{2068}\u{202E}").rendered == "\u{2068}שלום\u{2069}")
    #expect(Cell("\u{2068}abc").rendered == "abc")
    #expect(Cell("a\u{1B}[2J\nb").rendered == "a\u{FFFD}[2J b")
  }

  @Test("A megabyte is shortened to a cell")
  func megabyte() {
    let cell = Cell(String(repeating: "語", count: 333_333)).truncated(to: 10)
    #expect(cell.rendered == "語語語語…")
  }
}
