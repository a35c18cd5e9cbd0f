import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("The years and the refusal of the statistics") @MainActor
struct StatisticsDetailTests {
  private let scene = BooksScene()

  @Test("The details show the last ten years with books, and their titles say so")
  func manyYears() async throws {
    for number in 0..<12 {
      try await scene.guestStore.save(
        .reading(number, pages: 100, finished: "\(2010 + number)-05-01"))
    }
    try await withApp(scene.session) { app in
      await app.open("booksapp://statistics/detailed")
      for (id, title) in [("years", "Finished by year"), ("pages", "Read by year")] {
        let section = try #require(app.content.sections.first { $0.id.rawValue == id })
        #expect(section.title == "\(title), the last 10")
        guard case .chart(let chart) = section.body else {
          Issue.record("\(section)")
          continue
        }
        #expect(chart.points.map(\.label) == (2012...2021).map { "\($0)" })
      }
    }
  }

  @Test(
    "The statistics say how many finished books have no page count",
    arguments: [
      (0, 3, nil), (0, 0, nil), (1, 1, "The book has no page count."),
      (1, 3, "1 of the books has no page count."), (2, 2, "None of the books has a page count."),
      (1200, 1300, "1,200 of the books have no page count."),
    ] as [(Int, Int, String?)])
  func withoutPages(_ count: Int, _ books: Int, _ text: String?) {
    #expect(StatisticsText.withoutPages(count, of: books) == text)
  }

  @Test("A year counts the books without a page count, and the details all of them")
  func booksWithoutPages() async throws {
    for entry in [
      LibraryEntry.reading(1, pages: 300, finished: "2026-02-03"),
      .reading(2, finished: "2026-03-01"), .reading(3, finished: "2019-03-01"),
      .reading(4, history: [("2026-04-01", .page(20))]),
    ] { try await scene.guestStore.save(entry) }
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      #expect(
        app.text.contains("2 books finished, 320 pages read. 1 of the books has no page count."))
      await app.tap("details")
      #expect(
        app.text.contains(
          "Your books have 300 pages on average. 2 of the books have no page count."))
    }
  }

  @Test("The average number of days says how many books it leaves out")
  func withoutDays() async throws {
    try await scene.guestStore.save(.reading(1, started: "2025-02-01", finished: "2025-02-03"))
    for (number, text) in [(2, "1 book lacks"), (3, "2 books lack")] {
      try await scene.guestStore.save(.reading(number, finished: "2025-03-01"))
      await withApp(scene.session) { app in
        await app.tab("Statistics")
        await app.tap("details")
        let days = "You take 3 days per book on average. \(text) a start or finish date."
        #expect(app.text.contains(days), "\(app.text)")
      }
    }
  }

  @Test("A single book without a date is not one of several")
  func undated() {
    let summary = ReadingSummary([.sample(1, on: [.read])])
    #expect(StatisticsText.books(summary) == "1 book read, without a date")
  }

  @Test("A refusal is shown neither with another year or a new goal nor beside the details")
  func refusal() async throws {
    let scene = BooksScene(layout: .wide)
    scene.requireEverything()
    try await scene.guestStore.save(.reading(1, finished: "2025-05-01"))
    let refusal = "Detailed statistics are for members."
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      for action in ["previous", "next"] {
        await app.tap("details")
        await app.close()
        #expect(app.notice == refusal)
        await app.tap(action)
        #expect(app.notice == nil, "\(action)")
      }
      await app.tap("details")
      await app.close()
      await app.tap("goal", "24")
      #expect(app.notice == "Your goal for this year is 24 books.")
      await app.tap("details")
      await app.close()
      #expect(app.notice == refusal)
      // The membership was bought elsewhere.
      scene.isMember = true
      await app.tap("details")
      #expect(app.title == "Detailed statistics" && app.notice == nil)
    }
  }

  @Test("After a sign-in, a year in which the account has read nothing is not shown")
  func otherOwnersYear() async throws {
    try await scene.guestStore.save(.reading(1, finished: "2019-05-01"))
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      await app.tap("previous")
      #expect(app.content.subtitle == "2019")
      await scene.signIn()
      await app.session.settleAll()
      #expect(app.content.subtitle == "2026")
    }
  }
}
