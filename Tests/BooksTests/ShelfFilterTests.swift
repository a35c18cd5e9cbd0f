import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("A shelf filtered by words")
@MainActor struct ShelfFilterTests {
  private let scene = BooksScene()

  private func fill() async throws {
    for number in 1...50 {
      var entry = LibraryEntry.sample(number)
      entry.book.authors = [AuthorName(name: number % 2 == 0 ? "Émile Zola" : "Leo Tolstoy")]
      try await scene.guestStore.save(entry)
    }
  }

  @Test("A filtered shelf shows the matching books, page by page, until the filter is cleared")
  func filters() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/reading")
      #expect(app.content.subtitle == "50 books · last added first")
      await app.tap("filter", "emile")
      #expect(app.content.subtitle == "“emile” · 25 books · last added first")
      #expect(app.rows.first == "Book 50")
      #expect(app.rows.count == 20)
      await app.tap("more")
      #expect(app.rows.count == 25)
      #expect(app.content.action("more") == nil)
      await app.tap("filter", "emile 12")
      #expect(app.rows == ["Book 12"])
      await app.tap("clear")
      #expect(app.content.subtitle == "50 books · last added first")
      #expect(app.content.action("clear") == nil)
    }
  }

  @Test("A filtered shelf says when no book matches, and keeps the words")
  func nothingFound() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/reading")
      await app.tap("filter", "xyzzy")
      #expect(app.text.contains("No books on this shelf match."))
      #expect(app.content.action("filter")?.input?.value == .text("xyzzy"))
      await app.tap("clear")
      #expect(app.rows.count == 20)
    }
  }

  @Test("A filter of signs alone matches no book", arguments: ["???", "\u{301}", "\u{200F}", "!"])
  func signs(_ text: String) async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/reading")
      await app.tap("filter", text)
      #expect(app.text.contains("No books on this shelf match."))
      await app.tap("clear")
      #expect(app.rows.count == 20)
    }
    #expect(!WordFilter(text).matches(BookCopy(title: "Who? \(text)")))
    #expect(WordFilter(" \n ").matches(BookCopy(title: "Emma")))
  }

  @Test("A shelf offers filters if it has a book, and an order if it has two")
  func oneBook() async throws {
    try await withApp(scene.session) { app in
      await app.open("booksapp://shelves/reading")
      #expect(app.content.actions == [])
      try await scene.guestStore.save(.sample(1))
      await app.open("booksapp://shelves/reading")
      #expect(app.content.actions.map(\.id) == ["filter", "filters", "select-books"])
      try await scene.guestStore.save(.sample(2))
      await app.open("booksapp://shelves/reading")
      #expect(
        app.content.actions.map(\.id) == ["filter", "filters", "sort", "reverse", "select-books"])
    }
  }

  @Test("A shelf stays filtered after a visit to a book")
  func stays() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/reading")
      await app.tap("filter", "zola")
      await app.choose("Book 50")
      await app.back()
      #expect(app.content.subtitle == "“zola” · 25 books · last added first")
    }
  }
}
