import Core
import Services
import Testing

@testable import Books

@Suite("Streaks and goals")
struct ReadingStreakTests {
  private let today = CalendarDate.testDay

  private func streak(_ daysAgo: [Int]) -> ReadingStreak {
    ReadingStreak(
      daysAgo.map { CalendarDate(daysSince1970: today.daysSince1970 - $0) }, today: today)
  }

  @Test(
    "A streak is counted up to today or yesterday",
    arguments: [
      ([], 0, 0), ([0], 1, 1), ([1], 1, 1), ([2], 0, 1), ([0, 1, 2], 3, 3), ([2, 0, 1, 1], 3, 3),
      ([1, 2, 4, 5, 6, 7], 2, 4), ([0, 2], 1, 1), ([3, 4, 5], 0, 3), ([-1, -2, 0], 1, 1),
    ])
  func days(daysAgo: [Int], current: Int, longest: Int) {
    #expect(streak(daysAgo).current(on: today) == current)
    #expect(streak(daysAgo).longest == longest)
  }

  @Test("Days with progress or a finished book form a streak")
  func sources() {
    let statistics = ReadingStatistics(
      [
        .reading(1, finished: "2026-11-20"),
        .reading(2, history: [("2026-11-19", .percent(1)), ("2026-11-18", .page(0))]),
        .reading(3, history: [("2026-02-28", .page(1)), ("2026-03-01", .page(2))]),
      ], today: today)
    #expect(statistics.streak.current(on: today) == 2, "page 0 is no reading")
    #expect(statistics.streak.longest == 2)
  }

  @Test("A streak continues across the end of a year and across 29 February")
  func boundaries() {
    let days = ["2023-12-31", "2024-01-01", "2024-02-28", "2024-02-29", "2024-03-01"]
      .compactMap { CalendarDate($0) }
    #expect(ReadingStreak(days, today: today).longest == 3)
  }

  @Test("A goal below one is no goal", arguments: [nil, 0, -1, .min])
  func noGoal(books: Int?) {
    #expect(ReadingGoal(books, read: 3, today: today) == nil)
  }

  @Test(
    "A goal has the reader's progress and the schedule",
    arguments: [
      (12, 6, 0.5, -4), (12, 10, 10.0 / 12, 0), (12, 11, 11.0 / 12, 1), (12, 30, 1.0, 20),
      (1, 0, 0.0, 0),
    ])
  func goal(books: Int, read: Int, fraction: Double, lead: Int) throws {
    let goal = try #require(ReadingGoal(books, read: read, today: today))
    #expect(goal.fraction == fraction)
    #expect(goal.lead == lead)
  }

  @Test(
    "Only an exceeded goal has a percentage above that of its full bar",
    arguments: [(12, 23, 191), (20, 23, 115), (12, 12, nil), (12, 3, nil)] as [(Int, Int, Int?)])
  func exceeded(books: Int, read: Int, percent: Int?) throws {
    let goal = StatisticsText.goal(try #require(ReadingGoal(books, read: read, today: today)))
    #expect(goal.percent == percent)
    #expect(goal.fraction == min(1, Double(read) / Double(books)))
  }

  @Test("A goal of a book a day is one book further on schedule each day")
  func bookADay() throws {
    for day in 1...365 {
      let first = try #require(CalendarDate("2027-01-01"))
      let today = CalendarDate(daysSince1970: first.daysSince1970 + day - 1)
      #expect(ReadingGoal(365, read: 0, today: today)?.lead == -day)
    }
  }

  @Test("An unreachable goal can be set", arguments: [Int.max, 1_000_000_000_000_000_000])
  func hugeGoal(books: Int) throws {
    let goal = try #require(ReadingGoal(books, read: 3, today: today))
    #expect(goal.fraction < 0.001)
    #expect(goal.lead < 0)
  }

  @Test(
    "Months in a row count to this month or the last one, across years, and not into the future",
    arguments: [
      (["2026-11-30"], 0, 0, "2026-11-29"),
      (["2026-11-01"], 1, 1, "2026-11-29"),
      (["2026-10-31", "2026-09-01", "2026-09-30"], 2, 2, "2026-11-29"),
      (["2026-09-30", "2026-08-01"], 0, 2, "2026-11-29"),
      (["2025-11-30", "2025-12-01", "2026-01-31", "2026-03-01"], 0, 3, "2026-11-29"),
      (["2025-12-31", "2026-01-01"], 2, 2, "2026-02-28"),
      (["2026-12-01", "2026-11-28"], 1, 1, "2026-11-29"),
    ])
  func months(days: [String], current: Int, longest: Int, today: String) throws {
    let streak = ReadingStreak(
      days.compactMap { CalendarDate($0) }, of: .month, today: try #require(CalendarDate(today)))
    #expect(streak.current(on: try #require(CalendarDate(today))) == current)
    #expect(streak.longest == longest)
  }
}
