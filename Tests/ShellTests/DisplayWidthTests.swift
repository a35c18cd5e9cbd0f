import Testing

@testable import Shell

/// Checks the columns of Characters and text (UAX #11, UTS #51).
@Suite("Display width")
struct DisplayWidthTests {
  @Test("A printable ASCII character takes one column")
  func ascii() {
    for value in UInt8(0x20)..<0x7F {
      #expect(Character(Unicode.Scalar(value)).displayWidth == 1)
    }
    #expect("Hello, world ~".displayWidth == 14)
  }

  @Test("A Japanese title takes two columns per character")
  func japanese() {
    #expect("日本語の本".displayWidth == 10)
    #expect("ＦＵＬＬ".displayWidth == 8)
  }

  @Test(
    "A lone control, mark or format character takes no column",
    arguments: [
      "\u{0}", "\u{7}", "\n", "\r\n", "\u{1B}", "\u{7F}", "\u{9B}", "\u{301}", "\u{3099}",
      "\u{20DD}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{202E}", "\u{2028}",
      "\u{2060}", "\u{2068}", "\u{2069}", "\u{FE0E}", "\u{FE0F}", "\u{FEFF}", "\u{E0061}",
      "\u{E0100}", "\u{1160}", "\u{FFF0}",
    ])
  func zero(text: String) {
    #expect(text.displayWidth == 0)
  }

  @Test(
    "An emoji takes two columns, however many scalars it is made of",
    arguments: [
      "😀", "⌚", "❤\u{FE0F}", "🇩🇪", "1\u{FE0F}\u{20E3}", "#\u{FE0F}\u{20E3}", "👍🏽", "☝🏽",
      "👨‍👩‍👧‍👦", "👩🏻‍❤\u{FE0F}‍💋‍👨🏼", "🏳\u{FE0F}‍🌈",
      "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", "\u{1FAE9}", "\u{1FA8A}",
    ])
  func emoji(text: String) {
    #expect(text.count == 1)
    #expect(text.displayWidth == 2)
  }

  @Test(
    "A narrow Character takes one column, with its marks or in text presentation",
    arguments: [
      "é", "~\u{301}", "e\u{301}", "e\u{301}\u{323}\u{30A}", "ß", "Ж", "ش", "שׁ", "❤", "❤\u{FE0E}",
      "1\u{20E3}",
      "\u{6DD}", "\u{70F}", "\u{890}", "\u{891}", "\u{8E2}", "\u{110BD}", "\u{110CD}",
      "a\u{FE0F}", "ｶ", "…", "─", "→", "\u{E0B0}", "\u{AD}", "\u{600}", "\u{1F1E9}", "कु", "क्",
    ])
  func narrow(text: String) {
    #expect(text.displayWidth == 1)
  }

  @Test(
    "A word of any script takes the columns of its Characters",
    arguments: [
      ("العربية", 7), ("مُحَمَّد", 4), ("می\u{200C}خواهم", 7), ("한국어", 6),
      ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}", 4), ("Tiếng Việt", 10), ("שָׁלוֹם", 4),
      ("สวัสดี", 4), ("ｶﾞｷﾞ", 4), ("น้ำ", 2), ("🇩🇪🇫🇷", 4), ("a\u{200B}b", 2), ("日本 ok", 7),
    ])
  func words(text: String, columns: Int) {
    #expect(text.displayWidth == columns)
  }

  @Test(
    "A spacing mark and each letter of a conjunct take a column of their own",
    arguments: [
      ("अर्थशास्त्रम्", 9), ("गोदान", 5), ("हिन्दी", 5), ("नमस्ते", 4), ("का", 2), ("क्ष", 2),
      ("क्\u{200D}ष", 2), ("আনন্দমঠ", 6), ("தமிழ்நாடு", 8), ("ಕನ್ನಡ", 4), ("മലയാളം", 6),
      ("සිංහල", 4), ("བོད་སྐད་", 6), ("မြန်မာ", 5), ("ភាសាខ្មែរ", 8), ("ภาษาไทย", 7), ("ລາວ", 3),
    ])
  func indic(text: String, columns: Int) {
    #expect(text.displayWidth == columns)
    // Terminals measure scalars.
    #expect(text.unicodeScalars.reduce(0) { $0 + $1.displayWidth } == columns)
  }

  @Test(
    "Jamo that make a syllable take its two columns",
    arguments: [
      ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{AC00}\u{11A8}", 2), ("\u{1100}\u{1100}\u{1161}", 2),
      ("\u{1112}\u{119E}\u{11AB}", 2), ("\u{A960}\u{D7B0}\u{D7CB}", 2),
    ])
  func jamo(text: String, columns: Int) {
    #expect(text.count == 1)
    #expect(text.displayWidth == columns)
  }

  @Test(
    "A digit after a number sign has its own column", arguments: ["\u{600}\u{661}", "\u{6DD}1"])
  func prepended(text: String) {
    #expect(text.count == 1)
    #expect(text.displayWidth == 2)
  }

  @Test(
    "A cluster longer than any emoji is measured scalar by scalar",
    arguments: [
      (Array(repeating: "👩", count: 20).joined(separator: "\u{200D}"), 40),
      (String(repeating: "\u{1100}", count: 20), 40),
    ])
  func forgedCluster(text: String, columns: Int) {
    #expect(text.count == 1)
    #expect(text.displayWidth == columns)
  }

  @Test("A megabyte is measured in one pass")
  func megabyte() {
    #expect(String(repeating: "a", count: 1_000_000).displayWidth == 1_000_000)
    #expect(String(repeating: "語", count: 333_333).displayWidth == 666_666)
    #expect(("e" + String(repeating: "\u{301}", count: 500_000)).displayWidth == 1)
  }
}
