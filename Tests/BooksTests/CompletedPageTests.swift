import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("The page, opened from the catalogue, of a copy that lacks what the catalogue knows")
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

  @Test("A page that the copy may have and the catalogue's book has not is taken")
  func longer() async throws {
    var entry = LibraryEntry.sample(1, on: [.reading])
    entry.book = BookCopy(title: "Dune", authors: [AuthorName(name: "Frank Herbert")])
    try await scene.guestStore.save(entry)
    try await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await app.tap("progress", "480")
      #expect(app.notice == "Now at page 480.")
      let stored = try #require(try await scene.guestStore.entry("entry-1"))
      #expect(stored.book.pages == nil && stored.progress == .page(480))
      #expect(stored.standardShelf == .reading)
    }
  }

  @Test("A book that was added from a list, before its subjects were known, shows them later")
  func addedFromList() async throws {
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await app.tap("start")
    }
    var entry = try #require(try await scene.guestStore.allEntries().first)
    entry.book.subjects = []
    try await scene.guestStore.save(entry)
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      #expect(app.rows.contains("Science fiction"))
    }
  }

  @Test("A book that was added from a subject's list shows its pages, language and subjects later")
  func addedFromSubject() async throws {
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await app.tap("start")
    }
    var entry = try #require(try await scene.guestStore.allEntries().first)
    (entry.book.pages, entry.book.language, entry.book.subjects) = (nil, nil, [])
    try await scene.guestStore.save(entry)
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      #expect(app.text.contains("in English") && app.text.contains("412 pages"))
      #expect(app.rows.contains("Science fiction"))
      await app.tap("progress", "100/500")
      #expect(app.text.contains("in English") && app.text.contains("500 pages"))
      #expect(app.rows.contains("Science fiction"))
    }
  }

  @Test("A book that was added from a list shows its subjects also as another edition")
  func editionOfListed() async throws {
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await app.tap("start")
    }
    var entry = try #require(try await scene.guestStore.allEntries().first)
    entry.book.subjects = []
    entry.book.apply(CatalogueEdition(key: "1", title: "Der Wüstenplanet", language: "ger"))
    try await scene.guestStore.save(entry)
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      #expect(app.title == "Der Wüstenplanet" && app.rows.contains("Science fiction"))
    }
  }

  @Test("A field that the reader has cleared is empty on the book's page, also after a progress")
  func cleared() async throws {
    try await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await app.tap("start")
      #expect(app.text.contains("412 pages") && app.rows.contains("Science fiction"))
      await app.tap("edit-book")
      for field in ["year", "pages", "subjects"] { await app.fill(field, "") }
      await app.tap("save")
      await app.tap("progress", "45%")
      #expect(!app.text.contains("412 pages") && !app.text.contains("first published"))
      #expect(!app.rows.contains("Science fiction"))
      let stored = try #require(try await scene.guestStore.allEntries().first)
      #expect(stored.book.pages == nil && stored.progress == .percent(45))
    }
  }
}
