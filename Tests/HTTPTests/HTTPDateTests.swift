import Foundation
import HTTP
import TestKit
import Testing

@Suite("Dates in header fields (RFC 9110, section 5.6.7)")
struct HTTPDateTests {
  /// 2026-11-22 17:30:00
  private let now = Date(timeIntervalSince1970: 1_795_368_600)
  /// The time of the RFC's examples.
  private let example = 784_111_777

  private func seconds(_ text: String, now: Date? = nil) -> Int? {
    HTTPDate(text, now: now ?? self.now)?.secondsSince1970
  }

  @Test(
    "All three forms are read, in any case",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
      "Sun Nov  6 08:49:37 1994", "Sun Nov 06 08:49:37 1994", "SUN, 06 nov 1994 08:49:37 gmt",
      "sunday, 06-NOV-94 08:49:37 Gmt", "Mon, 06 Nov 1994 08:49:37 GMT",
    ])
  func forms(_ text: String) {
    #expect(seconds(text) == example)
  }

  @Test("Every month and day of the week has its name")
  func names() {
    let months: KeyValuePairs = [
      "Jan": 31, "Feb": 28, "Mar": 31, "Apr": 30, "May": 31, "Jun": 30, "Jul": 31, "Aug": 31,
      "Sep": 30, "Oct": 31, "Nov": 30, "Dec": 31,
    ]
    var last = 978_220_800  // 2000-12-31
    for (name, days) in months {
      last += days * 86_400
      #expect(seconds("Mon, \(days) \(name) 2001 00:00:00 GMT") == last)
    }
    for name in ["Mon", "Tues", "Wednes", "Thurs", "Fri", "Satur", "Sun"] {
      #expect(seconds("\(name)day, 06-Nov-94 08:49:37 GMT") == example)
      #expect(seconds("\(name.prefix(3)), 06 Nov 1994 08:49:37 GMT") == example)
    }
  }

  @Test(
    "Any other text is not a date",
    arguments: [
      "0", "-1", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 06 Nov 1994 08:49:37 AEST", "Sun, 06 Nov 1994 08:49:37 +0000",
      "Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT",
      "Sun,  06 Nov 1994 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT",
      "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
      "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08.49.37 GMT",
      "Sun, 06-Nov-1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
      "Sunday, 06 Nov 1994 08:49:37 GMT", "06 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov +994 08:49:37 GMT", "Sun, 06 Nov 19949 08:49:37 GMT",
      "Sun, 06 Nox 1994 08:49:37 GMT", "Sxn, 06 Nov 1994 08:49:37 GMT",
      "Sun, ٠٦ Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT\u{0}",
      "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
      "Sun Nov 6 08:49:37 1994", "Sun Nov  6 08:49:37 1994 GMT", "Sun Nov   6 08:49:37 1994",
      "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
      "Sun, 29 Feb 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT",
      "Sun, 32 Dec 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
      "1994-11-06T08:49:37Z",
    ] + Hostile.texts)
  func refused(_ text: String) {
    #expect(HTTPDate(text, now: now) == nil)
    for length in 0..<29 {
      #expect(seconds(String("Sun, 06 Nov 1994 08:49:37 GMT".prefix(length))) == nil)
    }
  }

  @Test("A leap day and a leap second exist; the years go from 0 to 9999")
  func bounds() {
    #expect(seconds("Tue, 29 Feb 2000 00:00:00 GMT") == 951_782_400)
    #expect(seconds("Sat, 31 Dec 2016 23:59:60 GMT") == 1_483_228_800)
    #expect(seconds("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
    #expect(seconds("Wed, 31 Dec 1969 23:59:59 GMT") == -1)
    #expect(seconds("Tue, 19 Jan 2038 03:14:08 GMT") == 1 << 31)
    #expect(seconds("Fri, 31 Dec 9999 23:59:59 GMT") == 253_402_300_799)
    #expect(seconds("Sat, 01 Jan 0000 00:00:00 GMT") == -62_167_219_200)
  }

  @Test("A year of two digits is the latest one that lies at most 50 years ahead")
  func shortYears() throws {
    func year(_ text: String, now: Date? = nil) throws -> String {
      let text = "Monday, \(text) GMT"
      return String(
        try #require(HTTPDate(text, now: now ?? self.now)).description.dropFirst(12).prefix(4))
    }
    #expect(try year("22-Nov-26 17:30:00") == "2026")
    #expect(try year("22-Nov-75 17:30:00") == "2075")
    #expect(try year("22-Nov-76 17:30:00") == "2076")
    #expect(try year("22-Nov-76 17:30:01") == "1976")
    #expect(try year("01-Jan-77 00:00:00") == "1977")
    #expect(try year("29-Feb-00 00:00:00") == "2000")
    let late = Date(timeIntervalSince1970: 3_786_912_000)  // 2090
    #expect(try year("01-Jan-05 00:00:00", now: late) == "2105")
    #expect(try year("01-Jan-90 00:00:00", now: late) == "2090")
    // The latest 29 February of a year that ends in 00 and is a leap year can't be guessed.
    #expect(seconds("Monday, 29-Feb-00 00:00:00 GMT", now: late) == nil)
    for extreme in [Date.distantPast, Date.distantFuture, Date(timeIntervalSince1970: .infinity)] {
      _ = seconds("Monday, 01-Jan-05 00:00:00 GMT", now: extreme)
    }
    let begin = Date(timeIntervalSince1970: -62_167_219_200)
    #expect(seconds("Monday, 01-Jan-99 00:00:00 GMT", now: begin) == nil)
  }

  @Test("A date is written as it is read, to the second")
  func format() {
    #expect(
      HTTPDate(Date(timeIntervalSince1970: 784_111_777.9)).description
        == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(
      HTTPDate(Date(timeIntervalSince1970: -0.5)).description == "Wed, 31 Dec 1969 23:59:59 GMT")
    let randomness = (0..<400).map { -62_167_219_200 + $0 * 788_923_751 }
    for seconds in randomness {
      let date = HTTPDate(Date(timeIntervalSince1970: Double(seconds)))
      #expect(date.description.utf8.count == 29)
      #expect(HTTPDate(date.description, now: now) == date)
      #expect(
        date.secondsSince1970 == seconds && date.date.timeIntervalSince1970 == Double(seconds))
    }
  }

  @Test(
    "A time out of range is clamped", arguments: [-Double.infinity, -1e300, .nan, 1e300, .infinity])
  func clamping(_ seconds: Double) {
    let text = HTTPDate(Date(timeIntervalSince1970: seconds)).description
    #expect(
      text
        == (seconds > 0 ? "Fri, 31 Dec 9999 23:59:59 GMT" : "Sat, 01 Jan 0000 00:00:00 GMT"))
  }

  @Test("Dates are ordered by time")
  func order() throws {
    let early = try #require(HTTPDate("Sun, 06 Nov 1994 08:49:37 GMT", now: now))
    let field = HTTPField(name: .ifModifiedSince, value: early.description)
    #expect(field.value == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(early < HTTPDate(now) && !(early < early))
  }
}
