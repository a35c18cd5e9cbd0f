import Testing

@testable import Books

@Suite("Reading progress")
struct ReadingProgressTests {
  @Test(
    "Typed pages and percentages are parsed",
    arguments: [
      ("120", nil, ReadingProgress.page(120)), ("120", 300, .page(120)), ("300", 300, .page(300)),
      ("0", 300, .page(0)), ("120/300", nil, .page(120)), (" 120 / 300 ", nil, .page(120)),
      ("120/300", 200, .page(120)), ("007", nil, .page(7)), ("40%", nil, .percent(40)),
      ("40 %", 300, .percent(40)), ("0%", nil, .percent(0)), ("100%", nil, .percent(100)),
      ("1\u{A0}200", nil, .page(1200)), ("100000", nil, .page(100_000)),
      ("1/100000", nil, .page(1)), ("120 of 310", nil, .page(120)), ("page 120", 310, .page(120)),
      ("Page 120 of 310", 200, .page(120)),
    ] as [(String, Int?, ReadingProgress)])
  func reads(_ text: String, _ pages: Int?, _ expected: ReadingProgress) throws {
    #expect(try TypedProgress(text, pages: pages).progress == expected)
  }

  @Test(
    "Invalid progress is refused with the reason",
    arguments: [
      ("", nil, .unreadable), (" ", nil, .unreadable), ("%", nil, .unreadable),
      ("x", nil, .unreadable),
      ("-1", nil, .unreadable), ("+1", nil, .unreadable), ("1.5", nil, .unreadable),
      ("1/2/3", nil, .unreadable), ("/300", nil, .unreadable), ("120/", nil, .unreadable),
      ("120/x", nil, .unreadable), ("40%%", nil, .unreadable), ("%40", nil, .unreadable),
      ("-5%", nil, .unreadable), ("٤٠", nil, .unreadable), ("４０", nil, .unreadable),
      ("1000000", nil, .unreadable), ("99999999999999999999", nil, .unreadable),
      ("100001", nil, .aboveMaximum), ("1/100001", nil, .aboveMaximum),
      ("100001", 300, .aboveMaximum), ("101%", nil, .above100), ("999999%", nil, .above100),
      ("301", 300, .beyond(page: 301, pages: 300)),
      ("301/300", nil, .beyondTyped), ("301/300", 400, .beyondTyped),
      ("page", nil, .unreadable), ("of 300", nil, .unreadable), ("120 of", nil, .unreadable),
      ("120of300", nil, .unreadable), ("page page 1", nil, .unreadable),
      ("page 301 of 300", nil, .beyondTyped),
    ] as [(String, Int?, ReadingProgress.Problem)])
  func refuses(_ text: String, _ pages: Int?, _ problem: ReadingProgress.Problem) {
    #expect(throws: problem) { try TypedProgress(text, pages: pages) }
  }

  @Test(
    "The fraction read is between 0 and 1",
    arguments: [
      (.page(0), 200, 0), (.page(50), 200, 0.25), (.page(200), 200, 1), (.page(500), 200, 1),
      (.page(-5), 200, 0), (.page(5), 0, 0), (.page(5), nil, nil), (.percent(40), nil, 0.4),
      (.percent(100), nil, 1), (.percent(-1), 10, 0), (.percent(200), 10, 1),
    ] as [(ReadingProgress, Int?, Double?)])
  func fraction(_ progress: ReadingProgress, _ pages: Int?, _ expected: Double?) {
    #expect(progress.fraction(of: pages) == expected)
    #expect(progress.isComplete(of: pages) == (expected == 1))
  }
}
