import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("Notices of undo and redo") @MainActor
struct SteppedNoticeTests {
  private let scene = BooksScene()

  @Test("A refused undo is not shown on the shelf after the next undo, a sort or a filter")
  func afterRefused() async throws {
    let books = (1...2).map { LibraryEntry.sample($0, on: [.read]) }
    for book in books { try await scene.guestStore.save(book) }
    try await withApp(scene.session) { app in
      for (number, stars) in [(2, "3"), (1, "4"), (1, "5"), (1, "2")] {
        await app.open("booksapp://entries/entry-\(number)")
        await app.tap("rate", stars)
      }
      // As another window does.
      try await scene.guestStore.save(books[0])
      await app.open("booksapp://shelves/read")
      for (action, input) in [("sort", "title"), ("filter", "Book")] {
        await app.tap("undo")
        #expect(app.notice?.hasPrefix("Not undone: “Book 1” has changed") == true)
        await app.tap(action, input)
        #expect(app.notice == nil)
      }
      await app.tap("undo")
      #expect(app.notice?.hasPrefix("Not undone: “Book 1” has changed") == true)
      await app.tap("undo")
      #expect(app.notice == "Undone for “Book 2”: rated ★★★☆☆.")
    }
    #expect(try await scene.guestStore.allEntries() == books)
  }

  @Test("A book's page names no title after the undo of a new title, but that of another copy")
  func titles() async throws {
    for number in 1...2 {
      var copy = LibraryEntry.sample(number)
      copy.book.title = "Dune"
      try await scene.guestStore.save(copy)
    }
    let other = UndoScene(scene.stores).library
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("edit-book")
      await app.fill("title", "Dune Messiah")
      await app.tap("save")
      await app.tap("undo")
      #expect(app.title == "Dune" && app.notice == "Undone: saved changes.")
      await app.tap("redo")
      #expect(app.title == "Dune Messiah" && app.notice == "Redone: saved changes.")
      await app.tap("undo")
      await app.tap("rate", "4")
      let copy = try #require(try await scene.guestStore.entry("entry-2"))
      try await other.change(copy, as: .rated(2)) { $0.rating = 2 }
      await app.tap("undo")
      #expect(app.notice == "Undone for “Dune”: rated ★★☆☆☆.")
    }
  }
}
