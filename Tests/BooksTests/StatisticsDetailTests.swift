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

  @Test("A single book without a date is not one of several")
  func undated() {
    let summary = ReadingSummary([.sample(1, on: [.read])])
    #expect(StatisticsText.books(summary) == "1 book read, without a date")
  }

  @Test("A refusal is shown neither with another year nor beside the details")
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
