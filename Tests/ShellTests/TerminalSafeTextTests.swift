import Testing

@testable import Shell

/// Checks that text from outside is displayed and has no other effect (ECMA-48, UAX #9, UTR #36).
@Suite("Terminal-safe text")
struct TerminalSafeTextTests {
  @Test(
    "A control sequence is made visible",
    arguments: [
      ("\u{1B}[31mred\u{1B}[0m", "\u{FFFD}[31mred\u{FFFD}[0m"),
      ("\u{1B}]0;title\u{7}x", "\u{FFFD}]0;title\u{FFFD}x"),
      ("\u{1B}]8;;http://evil\u{1B}\\x", "\u{FFFD}]8;;http://evil\u{FFFD}\\x"),
      ("\u{9B}2Jx", "\u{FFFD}2Jx"), ("\u{9D}52;c;\u{9C}", "\u{FFFD}52;c;\u{FFFD}"),
      ("\u{90}q\u{9C}", "\u{FFFD}q\u{FFFD}"), ("\u{85}", "\u{FFFD}"), ("a\u{8}b", "a\u{FFFD}b"),
      ("\u{7F}\u{0}\u{7}", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("日\u{1B}c", "日\u{FFFD}c"),
    ])
  func controls(outside: String, safe: String) {
    #expect(TerminalSafeText(line: outside).text == safe)
    #expect(TerminalSafeText(block: outside).text == safe)
  }

  @Test("No C0 or C1 control character is left, except newlines of a block")
  func everyControl() {
    for value in Array(UInt32(0)..<0x20) + Array(0x7F..<0xA0) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for outside in ["\(scalar)", "a\(scalar)b", "é\(scalar)", "\u{200B}\(scalar)\u{301}"] {
        let line = TerminalSafeText(line: outside).text.unicodeScalars
        let block = TerminalSafeText(block: outside).text.unicodeScalars
        #expect(!line.contains { $0.properties.generalCategory == .control })
        #expect(!block.contains { $0.properties.generalCategory == .control && $0 != "\n" })
      }
    }
  }

  @Test("In a line, line breaks and tabs become spaces")
  func line() {
    #expect(TerminalSafeText(line: "a\nb\r\nc\rd\te\u{2028}f\u{2029}g").text == "a b c d e f g")
  }

  @Test("A block keeps its line breaks, and a tab becomes four spaces")
  func block() {
    let outside = "a\nb\r\nc\rd\te\u{2028}f\n\ng"
    #expect(TerminalSafeText(block: outside).text == "a\nb\nc\nd    e\nf\n\ng")
  }

  @Test(
    "An invisible scalar that can reorder or forge text is removed",
    arguments: [
      "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}",
      "\u{2068}", "\u{2069}", "\u{200E}", "\u{200F}", "\u{61C}", "\u{FEFF}", "\u{FFF9}", "\u{FFFA}",
      "\u{FFFB}", "\u{200B}", "\u{2060}", "\u{2063}", "\u{AD}", "\u{E0001}", "\u{E0041}",
      "\u{E007F}", "\u{1D173}", "\u{206A}", "\u{FFF0}",
    ])
  func invisible(scalar: String) {
    #expect(TerminalSafeText(line: "a\(scalar)b").text == "ab")
    #expect(TerminalSafeText(block: scalar + "語").text == "語")
  }

  @Test(
    "Text that is safe stays the same, scalar by scalar",
    arguments: [
      "", "plain text", "Tiếng Việt", "e\u{301}", "日本語", "می\u{200C}خواهم", "क्\u{200D}ष", "हिन्दी",
      "👨‍👩‍👧‍👦", "👩🏻‍❤\u{FE0F}‍💋‍👨🏼", "❤\u{FE0E}", "葛\u{E0100}", "مُحَمَّد", "שָׁלוֹם", "🇩🇪", "\u{600}١",
      "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", "\u{FFFD}", "\u{E0B0}",
    ])
  func kept(text: String) {
    #expect(TerminalSafeText(line: text).text.unicodeScalars.elementsEqual(text.unicodeScalars))
    #expect(TerminalSafeText(block: text).text.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(
    "Tag characters that do not form a subdivision's flag are removed",
    arguments: [
      "🏴\u{E0067}\u{E0062}", "🏴\u{E0067}\u{E0062}\u{E007F}",
      "🏴\u{E0041}\u{E0041}\u{E0041}\u{E007F}",
      "🏴" + String(repeating: "\u{E0061}", count: 7) + "\u{E007F}", "🏴\u{E007F}",
    ])
  func hiddenTags(text: String) {
    #expect(TerminalSafeText(line: text).text == "🏴")
    #expect(TerminalSafeText(line: "x" + text.dropFirst()).text == "x")
  }

  @Test(
    "A base keeps at most eight marks, whatever is hidden between them",
    arguments: ["\u{301}", "\u{489}", "\u{93E}", "\u{200D}", "\u{FE0F}", "\u{1F3FD}"])
  func zalgo(mark: String) {
    let outside = "a" + String(repeating: mark + "\u{200B}", count: 50) + "b" + mark
    let safe = "a" + String(repeating: mark, count: 8) + "b" + mark
    #expect(TerminalSafeText(line: outside).text.unicodeScalars.elementsEqual(safe.unicodeScalars))
  }

  @Test("Making safe text safe again changes nothing")
  func idempotent() {
    let marks = String(repeating: "\u{301}\u{200B}", count: 12)
    let outside = "\u{1B}[1m\t\r\n\u{202E}🏴\u{E0067}e\(marks)\u{FEFF}"
    let line = TerminalSafeText(line: outside)
    let block = TerminalSafeText(block: outside)
    #expect(TerminalSafeText(line: line.text) == line)
    #expect(TerminalSafeText(block: block.text) == block)
  }

  @Test("A lone surrogate becomes U+FFFD")
  func surrogate() {
    let outside = String(decoding: [0x61, 0xD800, 0x62] as [UInt16], as: UTF16.self)
    #expect(TerminalSafeText(line: outside).text == "a\u{FFFD}b")
  }

  @Test("A megabyte is made safe in one pass")
  func megabyte() {
    let plain = String(repeating: "a", count: 1_000_000)
    #expect(TerminalSafeText(line: plain).text == plain)
    let marks = "a" + String(repeating: "\u{301}", count: 500_000)
    #expect(TerminalSafeText(line: marks).text.unicodeScalars.count == 9)
    let escapes = String(repeating: "\u{1B}[", count: 500_000)
    #expect(!TerminalSafeText(block: escapes).text.utf8.contains(0x1B))
  }
}
