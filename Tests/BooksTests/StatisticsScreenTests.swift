import Catalogue
import Services
import Core
import LocalCatalogue
import TestKit
import Testing

@testable import Books

@Suite("The statistics screens") @MainActor
struct StatisticsScreenTests {
  private let scene = BooksScene()

  private func keep(_ entries: [LibraryEntry]) async throws {
    for entry in entries { try await scene.guestStore.save(entry) }
  }

  private func chart(_ id: String, in content: ScreenContent) -> BarChart? {
    content.sections.lazy.compactMap { section in
      if section.id.rawValue == id, case .chart(let chart) = section.body { chart } else { nil }
    }.first
  }

  @Test("Without books the screens say what to do")
  func empty() async {
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      #expect(app.text.contains("You have read nothing in 2026 yet. Mark a book as read"))
      #expect(app.content.action("previous")?.isEnabled == false)
      #expect(app.content.action("next")?.isEnabled == false)
      await app.tap("details")
      #expect(app.text.contains("You have no books marked as read yet."))
    }
  }

  @Test("A year has books and pages by month, ratings and a streak")
  func year() async throws {
    try await keep([
      .reading(1, pages: 300, finished: "2026-02-03", rating: 4),
      .reading(2, pages: 200, history: [("2026-11-19", .page(50)), ("2026-11-20", .page(80))]),
    ])
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      #expect(app.content.subtitle == "2026")
      #expect(app.text.contains("1 book finished, 380 pages read."))
      #expect(app.text.contains("You have read 2 days in a row, your longest streak."))
      let books = chart("books", in: app.content)
      #expect(books?.points.map(\.label).last == "Nov", "no month that has not come")
      #expect(books?.points.map(\.value) == [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
      #expect(chart("pages", in: app.content)?.points.last?.value == 80)
      #expect(chart("ratings", in: app.content)?.points.map(\.value) == [0, 1, 0, 0, 0])
    }
  }

  @Test("Months in a row with a finished book are shown, with thousands of pages separated")
  func months() async throws {
    try await keep([
      .reading(1, pages: 900, finished: "2026-09-30"),
      .reading(2, pages: 700, finished: "2026-10-01"),
      .reading(3, finished: "2026-03-01"), .reading(4, finished: "2026-04-01"),
      .reading(5, finished: "2026-05-01"),
    ])
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      #expect(app.text.contains("5 books finished, 1,600 pages read."))
      #expect(
        app.text.contains(
          "You have finished a book 2 months in a row; your longest streak is 3 months."))
    }
    try await keep([.reading(6, finished: "2026-11-01")])
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      #expect(app.text.contains("You have finished a book 3 months in a row, your longest streak."))
    }
  }

  @Test("A streak of months that is over is still the longest")
  func oldMonths() async throws {
    try await keep([.reading(1, finished: "2026-03-01"), .reading(2, finished: "2026-04-01")])
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      #expect(
        app.text.contains("Your longest streak with a finished book each month is 2 months."))
    }
  }

  @Test("A finished book counts when the screen appears again")
  func appears() async throws {
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      await app.open("booksapp://books/dune")
      await app.tap("finish")
      await app.tab("Statistics")
      #expect(app.text.contains("1 book finished"))
    }
  }

  @Test("The reader can browse the years with books, and return to this year")
  func years() async throws {
    try await keep([
      .reading(1, finished: "2019-12-31"), .reading(2, history: [("2023-01-01", .page(9))]),
    ])
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      for (action, year) in [
        ("previous", "2023"), ("previous", "2019"), ("next", "2023"), ("next", "2026"),
      ] {
        await app.tap(action)
        #expect(app.content.subtitle == year)
        if year == "2019" { #expect(chart("books", in: app.content)?.points.count == 12) }
      }
      #expect(app.content.action("next")?.isEnabled == false)
    }
  }

  @Test("A year of books whose pages are not known has its days")
  func daysOnly() async throws {
    try await keep([
      .reading(1, history: [("2026-11-18", .percent(10)), ("2026-11-19", .percent(20))]),
      .reading(2, history: [("2025-11-19", .page(0))]),
    ])
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      #expect(app.text.contains("2 days with reading.\nYou have read 2 days in a row"))
      #expect(!app.text.contains("You have read nothing"))
      #expect(app.content.action("previous")?.isEnabled == false, "page 0 is no reading")
    }
  }

  @Test("The goal is a progress bar, for this year only")
  func goal() async throws {
    scene.goal = 12
    try await keep([
      .reading(1, finished: "2026-02-03"), .reading(2, finished: "2025-02-03"),
      .reading(3, finished: "2026-02-03"), .reading(4, finished: "2026-02-03"),
    ])
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      let bar = app.content.sections.first { $0.id == "goal" }?.body
      #expect(bar == .progress(LoadingProgress(label: "3 of 12", fraction: 0.25)))
      #expect(app.text.contains("7 books behind schedule."))
      scene.goal = 3
      #expect(app.text.contains("You have reached your goal."))
      await app.tap("previous")
      #expect(!app.text.contains("goal"))
    }
  }

  @Test("An invalid goal is not shown", arguments: [nil, 0, -1, Int.min])
  func noGoal(_ goal: Int?) async {
    scene.goal = goal
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      #expect(!app.content.sections.contains { $0.id == "goal" })
    }
  }

  @Test(
    "The details lead to the fastest and longest reads and the longest books, in both layouts",
    arguments: WidthClass.allCases)
  func details(_ layout: WidthClass) async throws {
    let scene = BooksScene(layout: layout)
    var entry = LibraryEntry.reading(
      1, pages: 300, started: "2026-02-01", finished: "2026-02-03", rating: 4)
    entry.book.authors = [AuthorName(name: "Frank Herbert")]
    entry.book.language = "eng"
    // The second book has no reading days, and the third one no pages.
    let others = [
      LibraryEntry.reading(2, pages: 900, finished: "2026-01-02"),
      .reading(3, started: "2026-01-01", finished: "2026-01-10"),
    ]
    for entry in [entry] + others { try await scene.guestStore.save(entry) }
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      await app.tap("details")
      #expect(app.title == "Detailed statistics")
      #expect(app.content.subtitle == "3 books read")
      #expect(chart("languages", in: app.content)?.points.map(\.label) == ["English"])
      #expect(
        app.content.rows.map { "\($0.title), \($0.detail ?? "")" } == [
          "Book 1, 100 pages a day", "Book 2, 900 pages", "Book 1, 300 pages", "Book 3, 10 days",
          "Book 1, 3 days",
        ])
      #expect(Set(app.content.rows.map(\.id)).count == app.content.rows.count)
      // Each of them is the first row of its list.
      for title in ["Book 1", "Book 2", "Book 3"] {
        await app.choose(title)
        #expect(app.title == title)
        await app.back()
        #expect(app.title == "Detailed statistics")
      }
    }
  }

  @Test("The details say how many books have no finish date, which no year counts")
  func undated() async throws {
    try await keep([.reading(1, finished: "2026-01-02"), .sample(2, on: [.read])])
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      await app.tap("details")
      #expect(app.content.subtitle == "2 books read, 1 of them without a date")
    }
  }

  @Test("A year without reading says which read books count in no year", arguments: [1, 2])
  func onlyUndated(_ count: Int) async throws {
    try await keep((1...count).map { LibraryEntry.sample($0, on: [.read]) })
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      let text = count == 1 ? "1 book that you have read has" : "2 books that you have read have"
      #expect(app.text.contains("nothing in 2026 yet. Mark a book as read, or update your"))
      #expect(app.text.contains("your progress. \(text) no finish date and count"))
    }
  }

  @Test("An unreadable library is reported, with a retry")
  func unreadable() async {
    let library = UnreadableLibrary()
    let feature = BooksFeature.make(
      selection: CatalogueSelection(only: DatabaseCatalogue.ofTests, context: scene.context),
      stores: library.stores, context: scene.context)
    await withApp({ AppSession(context: scene.context, features: [feature]) }) { app in
      await app.tab("Statistics")
      #expect(app.content.status == .failed(message: StorageError.full.description, retry: "retry"))
      library.repair()
      await app.tap("retry")
      #expect(app.text.contains("You have read nothing in 2026"))
    }
  }

  @Test(
    "Thousands are separated, and one of a thing is singular",
    arguments: [
      (0, "0 books"), (1, "1 book"), (999, "999 books"), (1000, "1,000 books"),
      (48_097, "48,097 books"), (-1_234_567, "-1,234,567 books"),
    ])
  func counts(_ number: Int, _ text: String) {
    #expect(BooksText.count(number, "book") == text)
  }

  @Test(
    "Averages have at most one decimal",
    arguments: [
      (1, "1 star"), (1.04, "1 star"), (4, "4 stars"), (2.46, "2.5 stars"), (0, "0 stars"),
      (12_345.67, "12,345.7 stars"),
    ])
  func averages(_ number: Double, _ text: String) {
    #expect(StatisticsText.count(number, "star") == text)
  }
}
