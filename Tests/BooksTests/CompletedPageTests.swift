import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("The page of a copy that lacks what the catalogue knows, as an imported one")
@MainActor struct CompletedPageTests {
  private let scene = BooksScene()

  @Test(
    "The page shows the catalogue's pages and authors, and a progress stores the pages",
    arguments: [nil, 500])
  func progress(_ pages: Int?) async throws {
    var entry = LibraryEntry.sample(1, on: [.reading])
    entry.book = BookCopy(title: "Dune", authors: [AuthorName(name: "Frank Herbert")], pages: pages)
    try await scene.guestStore.save(entry)
    let shown = pages ?? 412
    try await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      #expect(app.text.contains("In your library") && app.text.contains("\(shown) pages"))
      #expect(app.rows.contains("Frank Herbert") && app.rows.contains("Science fiction"))
      await app.tap("progress", "100")
      #expect(app.notice == "Now at page 100 of \(shown).")
      let stored = try #require(try await scene.guestStore.entry("entry-1"))
      #expect(stored.book.pages == shown && stored.book.subjects == [])
      await app.tap("undo")
      let undone = try await scene.guestStore.entry("entry-1")
      #expect(undone == entry)
    }
  }
}
