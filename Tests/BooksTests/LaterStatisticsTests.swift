import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("Statistics with dates after today, such as of a file with wrong ones") @MainActor
struct LaterStatisticsTests {
  private let scene = BooksScene()

  @Test("A later year, such as of a file with wrong dates, is not said to be the current one")
  func laterYear() async throws {
    try await scene.guestStore.save(.reading(1, finished: "2030-05-05"))
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      await app.tap("next")
      #expect(app.content.subtitle == "2030")
      #expect(app.content.action("next")?.disabledReason == "No reading recorded after this year.")
    }
  }

  @Test("The streaks are those of today, so only this year says them")
  func streaks() async throws {
    for (number, day) in ["2025-03-01", "2026-10-01", "2026-11-01"].enumerated() {
      try await scene.guestStore.save(.reading(number + 1, finished: day))
    }
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      #expect(app.text.contains("You have finished a book 2 months in a row"))
      await app.tap("previous")
      #expect(app.content.subtitle == "2025")
      #expect(app.text.contains("1 book finished") && !app.text.contains("in a row"))
    }
  }

  @Test("A later month of this year with a finished book is in the chart, as it is in the total")
  func laterMonth() async throws {
    try await scene.guestStore.save(.reading(1, pages: 300, finished: "2026-12-05"))
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      #expect(app.text.contains("1 book finished"))
      for id in ["books", "pages"] {
        var last: BarChart.Point?
        for section in app.content.sections where section.id.rawValue == id {
          if case .chart(let chart) = section.body { last = chart.points.last }
        }
        #expect(last?.label == "Dec")
        #expect((last?.value ?? 0) > 0)
      }
    }
  }
}
