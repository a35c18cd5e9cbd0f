import Catalogue
import Core
import Services
import Testing

@testable import Books

@Suite("Reading statistics")
struct ReadingStatisticsTests {
  private func year(_ entries: [LibraryEntry], _ year: Int = 2026) -> ReadingYear {
    ReadingStatistics(entries, today: .testDay).years[year] ?? ReadingYear(year)
  }

  @Test("Without books there are no statistics")
  func empty() {
    let statistics = ReadingStatistics([], today: .testDay)
    #expect(statistics.years.isEmpty)
    #expect(statistics.summary == ReadingSummary([]))
    #expect(statistics.summary.averagePages == nil)
    #expect(ReadingYear(2026).isEmpty)
  }

  @Test("A book counts in the month of its finish date, with the pages not counted before")
  func finished() {
    let year = year([
      .reading(1, pages: 300, finished: "2026-02-28", history: [("2026-01-10", .page(100))]),
      .reading(2, pages: 200, finished: "2026-02-01"),
      .reading(3, finished: "2026-12-31"),
      .reading(4, pages: 999, finished: "2025-02-01"),
    ])
    #expect(year.months.map(\.books) == [0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    #expect(year.months.map(\.pages) == [100, 400, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(year.total == ReadingYear.Amount(books: 3, pages: 500))
  }

  @Test("A finish leaves the pages of earlier progress in their months and years")
  func finishedLater() {
    var entry = LibraryEntry.reading(
      1, pages: 310, finished: "2026-03-31",
      history: [
        ("2025-12-10", .page(80)), ("2026-01-02", .page(200)), ("2026-02-02", .page(150)),
        ("2026-03-30", .page(310)), ("2026-05-01", .page(310)),
      ])
    #expect(year([entry], 2025).total == ReadingYear.Amount(books: 0, pages: 80))
    #expect(year([entry]).months.prefix(5).map(\.pages) == [120, 0, 110, 0, 0])
    // Each reading has all pages, whatever its records say.
    entry.readings = [PastReading(finished: CalendarDate("2026-01-31"))]
    #expect(year([entry], 2025).total.pages == 80)
    #expect(year([entry]).months.prefix(5).map(\.pages) == [230, 150, 160, 0, 0])
  }

  @Test("Pages of a book in progress count on the day of their progress, and once")
  func inProgress() {
    let year = year([
      .reading(
        1, pages: 200,
        history: [
          ("2026-03-05", .page(120)), ("2025-12-30", .page(20)), ("2026-01-02", .percent(25)),
          ("2026-03-06", .page(40)), ("2026-04-01", .page(130)), ("2026-04-02", .page(9999)),
        ])
    ])
    #expect(year.months.prefix(4).map(\.pages) == [30, 0, 70, 80])
    #expect(year.total.books == 0)
  }

  @Test("Progress in a book without a number of pages counts no pages")
  func unknownPages() {
    let year = year([
      .reading(1, history: [("2026-01-01", .percent(50)), ("2026-01-02", .page(30))]),
      .reading(2, finished: "2026-05-03", history: [("2026-05-02", .page(80))]),
    ])
    #expect(year.months.prefix(5).map(\.pages) == [30, 0, 0, 0, 80])
    #expect(year.months.map(\.books).reduce(0, +) == 1)
  }

  @Test("Impossible numbers are ignored", arguments: [0, -5, 100_001, .max, .min])
  func impossiblePages(pages: Int) {
    let entries = (1...3).map {
      LibraryEntry.reading(
        $0, pages: pages, finished: "2026-01-01", rating: pages,
        history: [("2026-01-01", .page(pages)), ("2026-01-02", .percent(pages))]
      ).bounded
    }
    let statistics = ReadingStatistics(entries, today: .testDay)
    #expect(statistics.years[2026]?.total.books == 3)
    #expect((0...300_000).contains(statistics.years[2026]?.total.pages ?? -1))
    #expect(statistics.years[2026]?.ratings == [:])
    #expect(statistics.summary.averagePages == nil)
    #expect(statistics.summary.averageRating == nil)
  }

  @Test("Ratings of a year's books are counted by stars")
  func ratings() {
    let entries = [
      LibraryEntry.reading(1, finished: "2026-01-01", rating: 5),
      .reading(2, finished: "2026-01-01", rating: 5),
      .reading(3, finished: "2026-01-01", rating: 1),
      .reading(4, finished: "2025-01-01", rating: 3), .reading(5, rating: 2),
    ]
    #expect(year(entries).ratings == [1: 1, 5: 2])
    #expect(ReadingSummary(entries).ratings == [1: 1, 3: 1, 5: 2])
    #expect(ReadingSummary(entries).averageRating == 3.5)
  }

  @Test("A book that was finished twice in a year has one rating there, and one in each year")
  func ratingOfTwoReadings() {
    var entry = LibraryEntry.reading(1, finished: "2026-03-01", rating: 5)
    entry.readings = ["2025-12-01", "2026-01-01"].map { PastReading(finished: CalendarDate($0)) }
    #expect(year([entry]).ratings == [5: 1] && year([entry]).total.books == 2)
    #expect(year([entry], 2025).ratings == [5: 1])
  }

  @Test("Averages and records cover the lengths of books and the reading times")
  func records() {
    let summary = ReadingSummary([
      .reading(1, pages: 100, started: "2026-01-01", finished: "2026-01-10"),
      .reading(2, pages: 300, started: "2026-01-01", finished: "2026-01-02"),
      .reading(3, pages: 500, finished: "2026-01-02"),
      // Finished before it was started: the reading time is unknown.
      .reading(4, pages: 900, started: "2026-01-03", finished: "2026-01-02"),
      .reading(5, pages: 5000),
    ])
    #expect(summary.books == 4)
    #expect(summary.averagePages == 450)
    #expect(summary.averageDays == 6)
    #expect(summary.fastest.map(\.title) == ["Book 2", "Book 1"])
    #expect(summary.fastest.map(\.value) == [150, 10])
    #expect(summary.longest.map(\.title) == ["Book 4", "Book 3", "Book 2"])
    #expect(summary.slowest.map(\.value) == [10, 2])
  }

  @Test("Each reading of a book counts: in its month, in the streaks and among the records")
  func readings() {
    var entry = LibraryEntry.reading(
      1, pages: 300, started: "2026-02-01", finished: "2026-02-10", rating: 4)
    entry.readings = [
      PastReading(
        started: CalendarDate("2026-01-31"), finished: CalendarDate("2026-01-31") ?? .testDay),
      PastReading(finished: CalendarDate("2025-12-05") ?? .testDay),
    ]
    let statistics = ReadingStatistics([entry], today: .testDay)
    #expect(statistics.years[2026]?.months.prefix(2).map(\.books) == [1, 1])
    #expect(statistics.years[2026]?.total.pages == 600)
    #expect(statistics.years[2025]?.total == ReadingYear.Amount(books: 1, pages: 300))
    #expect(statistics.monthStreak.longest == 3)
    #expect(statistics.monthStreak.current(on: .testDay) == 0)
    #expect(statistics.summary.books == 1)
    #expect(statistics.summary.averageDays == 5.5)
    #expect(statistics.summary.fastest.map(\.value) == [300])
    #expect(statistics.summary.slowest.map(\.value) == [10])
  }

  @Test("Progress is in the streak of days, and not in that of months")
  func progressStreak() {
    let statistics = ReadingStatistics(
      [.reading(1, pages: 300, history: [("2026-11-19", .page(1)), ("2026-10-20", .page(2))])],
      today: .testDay)
    #expect(statistics.streak.longest == 1)
    #expect(statistics.monthStreak.longest == 0)
  }

  @Test("Authors, subjects and languages of finished books are listed, the most read first")
  func tallies() {
    func entry(_ number: Int, _ author: String, _ subjects: [String], _ isRead: Bool = true)
      -> LibraryEntry
    {
      var entry = LibraryEntry.sample(number, on: isRead ? [.read] : [.wantToRead])
      entry.book.authors = [AuthorName(name: author), AuthorName(name: author)]
      entry.book.subjects = subjects
      entry.book.language = "rus"
      return entry
    }
    let summary = ReadingSummary([
      entry(1, "紫式部", ["Classics", "classics", " "]), entry(2, "Lem", ["CLASSICS"]),
      entry(3, "Lem", ["Science fiction"]), entry(4, "Dante", ["Poetry"], false),
    ])
    #expect(summary.authors.map(\.name) == ["Lem", "紫式部"])
    #expect(summary.authors.map(\.count) == [2, 1])
    #expect(summary.subjects.map(\.count) == [2, 1])
    #expect(summary.subjects.map(\.name).last == "Science fiction")
    #expect(summary.languages == [Tally.Count(name: "rus", count: 3)])
  }

  @Test("A finished book that has left Read, or is on custom shelves alone, is in the summary")
  func finishedElsewhere() {
    for shelf in [Shelf.ID.wantToRead, "own"] {
      var entry = LibraryEntry.reading(1, pages: 300, finished: "2026-02-03", rating: 4)
      entry.shelves = [shelf]
      let summary = ReadingSummary([entry])
      #expect(summary.books == 1 && summary.undated == 0 && summary.averageRating == 4)
      #expect(summary.longest.map(\.value) == [300])
    }
  }

  @Test("Ten thousand books are counted")
  func largeLibrary() {
    let entries = (1...10_000).map { number in
      LibraryEntry.reading(
        number, pages: 300, finished: "\(2000 + number % 26)-0\(number % 9 + 1)-1\(number % 9)",
        history: [("2026-01-01", .page(number % 300))])
    }
    let statistics = ReadingStatistics(entries, today: .testDay)
    #expect(statistics.years.values.map(\.total.books).reduce(0, +) == 10_000)
  }
}
