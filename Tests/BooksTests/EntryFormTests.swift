import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("The form for the reader's data about a book") @MainActor
struct EntryFormTests {
  private let scene = BooksScene()

  @Test("A new finish date moves the book to Read, and one undo takes both back")
  func finished() async throws {
    try await scene.keepDune()
    let before = try await scene.guestStore.entry("entry-1")
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Finished", "2026-11-01")
      await app.tap("save")
      let saved = try #require(try await scene.guestStore.entry("entry-1"))
      #expect(saved.shelves == [.read])
      #expect(saved.finished == CalendarDate("2026-11-01"))
      await app.tap("undo")
    }
    #expect(try await scene.guestStore.entry("entry-1") == before)
  }

  @Test("Text that another window has changed meanwhile is replaced only by a second save")
  func changedMeanwhile() async throws {
    try await scene.keepDune()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Notes to yourself", "from b")
      var other = try #require(try await scene.guestStore.entry("entry-1"))
      (other.notes, other.review) = ("from a", "A's review")
      try await scene.guestStore.save(other)
      await app.tap("save")
      #expect(app.title == "Notes on Dune")
      #expect(app.text.contains("Another window has changed this text."))
      #expect(app.value(of: "Notes to yourself") == .text("from b"))
      let kept = try await scene.guestStore.entry("entry-1")
      #expect(kept == other)
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
    let entry = try #require(try await scene.guestStore.entry("entry-1"))
    #expect(entry.notes == "from b" && entry.review == "A's review")
  }
}
