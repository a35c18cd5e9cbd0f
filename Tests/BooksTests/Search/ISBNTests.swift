import Testing

@testable import Books

@Suite("ISBNs")
struct ISBNTests {
  @Test(
    "An ISBN is read with ten or thirteen digits, with and without hyphens",
    arguments: [
      ("9780547928227", "9780547928227"), ("978-0-547-92822-7", "9780547928227"),
      (" 978 0547 928227 ", "9780547928227"), ("054792822X", "9780547928227"),
      ("0-547-92822-X", "9780547928227"), ("ISBN-13: 978-0-547-92822-7", "9780547928227"),
      ("isbn 054792822x", "9780547928227"), ("ISBN-10 054792822X", "9780547928227"),
      ("ISBN13: 9780547928227", "9780547928227"), (" isbn13 978-0547928227", "9780547928227"),
      ("ISBN10: 054792822X", "9780547928227"), ("ISBN 10 054792822X", "9780547928227"),
      ("ISBN:9780547928227", "9780547928227"), ("ISBN 1090636075", "9781090636072"),
      ("043942089X", "9780439420891"), ("043942089x", "9780439420891"),
      ("978‑0‑547‑92822‑7", "9780547928227"), ("979-10-90636-07-1", "9791090636071"),
    ])
  func right(_ text: String, _ digits: String) throws {
    #expect(try ISBN(text).digits == digits)
    #expect(ISBN(searching: text)?.digits == digits)
  }

  @Test(
    "An invalid ISBN is refused with the reason",
    arguments: [
      ("9780547928228", .checkDigit("7")), ("0547928221", .checkDigit("X")),
      ("043942088X", .checkDigit("1")), ("978054792822X", .checkDigit("7")), ("123", .length(3)),
      ("97805479282277", .length(14)), ("the hobbit", .letters), ("05479X8220", .letters),
      ("９780547928227", .letters), ("978/0547928227", .letters),
      ("9\u{301}780547928227", .letters),
    ] as [(String, ISBN.Problem)])
  func wrong(_ text: String, _ problem: ISBN.Problem) {
    #expect(throws: problem) { try ISBN(text) }
  }

  @Test("A search accepts an ISBN with a wrong check digit, as it may be printed with one")
  func searching() {
    #expect(ISBN(searching: "9780547928228")?.digits == "9780547928228")
    for text in [
      "", "1984", "2001", "the hobbit", "12345678901", String(repeating: "1 ", count: 99),
      "9\u{301}780547928227",
    ] {
      #expect(ISBN(searching: text) == nil, "\(text.prefix(20))")
    }
  }
}
