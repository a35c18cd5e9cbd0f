import Core
import Services
import Testing

@testable import Shell

/// Parses dates as people write them, on 2026-11-22.
@Suite("Typed dates")
struct TypedDateTests {
  private func readings(_ text: String, _ order: DateOrder? = nil) -> [String] {
    var context = LineContext.toy
    context.dateOrder = { order }
    return TypedDate(text, with: context).readings.map(\.description)
  }

  @Test(
    "A date is a word, a number of days ago, or three numbers with a year of four digits",
    arguments: [
      ("today", "2026-11-22"), ("Yesterday", "2026-11-21"), ("-3d", "2026-11-19"),
      ("-0d", "2026-11-22"), ("-99999d", "1753-02-07"), ("2026-11-21", "2026-11-21"),
      ("2026-1-5", "2026-01-05"), ("2026/11/21", "2026-11-21"), ("21.11.2026", "2026-11-21"),
      ("1.2.2026", "2026-02-01"), ("21. 11. 2026", "2026-11-21"), ("21/11/2026", "2026-11-21"),
      ("11/21/2026", "2026-11-21"), ("21-11-2026", "2026-11-21"), ("5/5/2026", "2026-05-05"),
      (" 29.2.2024 ", "2024-02-29"),
    ])
  func clear(text: String, date: String) {
    #expect(readings(text) == [date])
    #expect(readings(text, .dayFirst) == [date])
    #expect(readings(text, .monthFirst) == [date])
  }

  @Test(
    "Other text is no date",
    arguments: [
      "", "soon", "todays", "-d", "-3", "3d", "--3d", "-999999d", "+3d", "21.11.26", "21.11",
      "1.2.3.2026", "11.21.2026", "31.4.2026", "29.2.2026", "2026-13-01", "13/13/2026", "1/2-2026",
      "0/0/2026", "1/2/20266", "٣.٤.2026", "1,2,2026", "21 11 2026", "1.-2.2026", "today\u{301}",
      String(repeating: "1/", count: 100_000),
    ])
  func others(text: String) {
    #expect(readings(text) == [])
    #expect(readings(text, .dayFirst) == [])
  }

  @Test("The locale decides which of two small numbers is the month")
  func order() {
    #expect(readings("3/4/2026", .dayFirst) == ["2026-04-03"])
    #expect(readings("3/4/2026", .monthFirst) == ["2026-03-04"])
    #expect(readings("3-4-2026", .monthFirst) == ["2026-03-04"])
    #expect(readings("3.4.2026", .monthFirst) == ["2026-04-03"])
    #expect(readings("3/4/2026") == ["2026-04-03", "2026-03-04"])
  }

  @Test("Without a locale an ambiguous date is refused with both readings")
  func ambiguous() {
    let problem = #expect(throws: CommandProblem.self) {
      try Command.parse("set begun 3/4/2026", in: .everything)
    }
    #expect(
      problem?.message
        == "Begun on: “3/4/2026” could be 2026-04-03 or 2026-03-04. Type one of these.")
  }

  @Test("A field takes such a date")
  func field() throws {
    let day = CalendarDate(daysSince1970: 20778)
    #expect(
      try Command.parse("set begun yesterday", in: .everything)
        == .fill("begun", .date(day), pane: 0))
  }

  @Test(
    "The order is that of the locale for times",
    arguments: [
      (["LANG": "de_DE.UTF-8"], DateOrder.dayFirst), (["LANG": "en_US.UTF-8"], .monthFirst),
      (["LANG": "en_GB"], .dayFirst), (["LC_TIME": "fr_FR@euro", "LANG": "en_US"], .dayFirst),
      (["LC_ALL": "en_US", "LC_TIME": "de_DE"], .monthFirst),
      (["LC_ALL": "", "LANG": "pt_BR.UTF-8"], .dayFirst),
      (["LANG": "C.UTF-8"], nil), (["LC_ALL": "POSIX", "LANG": "de_DE"], nil),
      (["LANG": "ja_JP.UTF-8"], nil), (["LANG": "sv_SE.UTF-8"], nil), ([:], nil),
      (["LANG": String(repeating: "x", count: 10_000)], nil),
    ])
  func locales(environment: [String: String], order: DateOrder?) {
    #expect(DateOrder(environment: environment) == order)
  }
}
