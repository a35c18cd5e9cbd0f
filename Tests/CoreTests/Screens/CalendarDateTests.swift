import Core
import Services
import Foundation
import TestKit
import Testing

@Suite("Days of the calendar")
struct CalendarDateTests {
  private let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  @Test(
    "Every 37th day since the calendar's reform matches Foundation's calendar", arguments: 0..<37)
  func foundation(offset: Int) throws {
    // From 1582-10-15, when Foundation's calendar becomes the Gregorian one, to the year 2400.
    for day in stride(from: -141_427 + offset, to: 157_000, by: 37) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let own = CalendarDate(daysSince1970: day)
      guard own.year == parts.year, own.month == parts.month, own.day == parts.day,
        own.daysSince1970 == day
      else {
        Issue.record("\(day) is \(own), but Foundation says \(parts)")
        return
      }
    }
  }

  @Test("Each day follows the one before, from year 1 to 9999")
  func successive() throws {
    var last = CalendarDate(daysSince1970: -719_162)
    #expect(last.description == "0001-01-01")
    for day in -719_161...2_932_896 {
      let next = CalendarDate(daysSince1970: day)
      let isNextDay = next.year == last.year && next.month == last.month && next.day == last.day + 1
      let isNextMonth = next.day == 1 && last < next && (next.month - last.month + 12) % 12 == 1
      guard isNextDay || isNextMonth, next.daysSince1970 == day else {
        Issue.record("\(next) does not follow \(last)")
        return
      }
      last = next
    }
    #expect(last.description == "9999-12-31")
  }

  @Test("Days outside the calendar are clamped")
  func outside() {
    #expect(CalendarDate(daysSince1970: .min).description == "0001-01-01")
    #expect(CalendarDate(daysSince1970: .max).description == "9999-12-31")
  }

  @Test(
    "Leap days are in the right years",
    arguments: [(1900, false), (2000, true), (2023, false), (2024, true), (2100, false)])
  func leap(year: Int, isLeap: Bool) {
    #expect((CalendarDate(year: year, month: 2, day: 29) != nil) == isLeap)
    #expect((CalendarDate("\(year)-02-29") != nil) == isLeap)
  }

  @Test(
    "Text that isn't a valid day is rejected",
    arguments: [
      "", "2026", "2026-11", "2026-11-20 ", " 2026-11-20", "2026-11-31", "2026-00-10",
      "2026-11-00", "-026-11-20", "+026-11-20", "02026-11-20", "2026-1-2", "2026/11/20",
      "2026-11-20-", "99999-01-01", "２０２６-１１-２０", "2026-11-2\u{0}",
    ])
  func unreadable(_ text: String) {
    #expect(CalendarDate(text) == nil)
  }

  @Test("Dates are ordered by time and written in ISO 8601")
  func order() throws {
    let days = ["0009-12-31", "2026-01-31", "2026-02-01", "2026-11-20"].compactMap {
      CalendarDate($0)
    }
    #expect(days.count == 4)
    #expect(days.shuffled().sorted() == days)
    #expect(days.map(\.description).sorted() == days.map(\.description))
  }

  @Test(
    "Today is the day in the clock's time zone",
    arguments: [(-8 * 3600, "2026-11-19"), (0, "2026-11-20"), (14 * 3600, "2026-11-20")])
  func today(offset: Int, day: String) throws {
    let zone = try #require(TimeZone(secondsFromGMT: offset))
    // 2026-11-20 01:00 UTC
    let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_136_400), timeZone: zone)
    #expect(clock.today.description == day)
  }

  @Test("The day of a time outside the calendar is clamped")
  func outsideTimes() {
    for (seconds, day) in [(-1e300, "0001-01-01"), (1e300, "9999-12-31"), (-1.0, "1969-12-31")] {
      let clock = ManualClock(now: Date(timeIntervalSince1970: seconds))
      #expect(clock.today.description == day)
    }
  }
}
