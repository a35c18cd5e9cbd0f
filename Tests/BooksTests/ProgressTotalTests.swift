import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("A progress typed with the total") @MainActor
struct ProgressTotalTests {
  private let scene = BooksScene()

  private func bar(_ app: AppDriver) -> LoadingProgress? {
    for section in app.content.sections where section.id == "progress" {
      if case .progress(let bar) = section.body { return bar }
    }
    return nil
  }

  @Test("The total is kept, shown as a bar, and undone with the progress")
  func keepsTotal() async throws {
    try await scene.guestStore.save(.sample(1))
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("progress", "120/300")
      #expect(app.notice == "Now at page 120 of 300.")
      #expect(bar(app)?.fraction == 0.4)
      await app.tap("progress", "150")
      #expect(app.notice == "Now at page 150 of 300.")
      await app.tap("undo")
      #expect(app.notice == "Undone: progress to page 150 of 300.")
      await app.tap("undo")
      #expect(bar(app) == nil)
    }
    let entry = try await scene.guestStore.entry("entry-1")
    #expect(entry == .sample(1))
  }

  @Test("A page after the last one is refused with the remedy, and the input is kept")
  func beyond() async throws {
    try await scene.guestStore.save(.sample(1))
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("progress", "120/300")
      await app.tap("progress", "999")
      #expect(
        app.notice
          == "The book has 300 pages. If your edition has more, add its total, as in 999/1000.")
      #expect(app.content.action("progress")?.input?.value == .text("999"))
      #expect(bar(app)?.fraction == 0.4)
      await app.tap("progress", "999/1000")
      #expect(app.notice == "Now at page 999 of 1000.")
      #expect(app.content.action("progress")?.input?.value == nil)
    }
  }

  @Test("The form shows the page with its total, and saves another total")
  func form() async throws {
    var entry = LibraryEntry.sample(1)
    entry.book.pages = 300
    entry.progress = .page(120)
    try await scene.guestStore.save(entry)
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      #expect(app.value(of: "Progress") == .text("120/300"))
      await app.fill("Progress", "120/480")
      await app.tap("save")
      #expect(bar(app)?.fraction == 0.25)
    }
    let saved = try await scene.guestStore.entry("entry-1")
    #expect(saved?.book.pages == 480 && saved?.history == [])
  }

  @Test("A total in the form that makes the page the last one finishes the book")
  func finishesInForm() async throws {
    var entry = LibraryEntry.sample(1)
    entry.book.pages = 300
    (entry.progress, entry.shelves) = (.page(200), [.reading])
    try await scene.guestStore.save(entry)
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Progress", "200/200")
      await app.tap("save")
    }
    let saved = try await scene.guestStore.entry("entry-1")
    #expect(saved?.shelves == [.read] && saved?.finished != nil)
  }

  @Test("The last page of the typed total finishes the book")
  func finishes() async throws {
    try await scene.guestStore.save(.sample(1))
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("progress", "300/300")
      #expect(app.notice == "Finished. Moved to “Read”.")
    }
    #expect(try await scene.guestStore.entry("entry-1")?.shelves == [.read])
  }

  @Test("A merge turns the pages of an edition with another total into percentages")
  func merged() {
    let other = LibraryEntry.reading(
      2, pages: 500,
      history: [
        ("2026-02-27", .page(0)), ("2026-02-28", .page(4)), ("2026-03-01", .page(100)),
        ("2026-03-02", .page(499)),
      ])
    var entry = LibraryEntry.reading(1, pages: 200)
    for _ in 1...2 { entry.merge(other) }
    #expect(entry.book.pages == 200)
    #expect(entry.progress == .percent(99))
    #expect(
      entry.history.map(\.progress) == [.percent(0), .percent(1), .percent(20), .percent(99)])
    for pages in [500, nil] {
      var same = LibraryEntry.reading(1, pages: pages)
      same.merge(other)
      #expect(same.book.pages == 500)
      #expect(same.progress == .page(499) && same.history == other.history)
    }
  }
}
