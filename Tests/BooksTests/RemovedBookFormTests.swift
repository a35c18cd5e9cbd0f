import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("A form of a book that another window removes") @MainActor
struct RemovedBookFormTests {
  private let scene = BooksScene()
  private let removed = "Another window has removed this book from your library."
  private let sea = Shelf(id: "sea", name: "Sea")

  /// Keeps Dune on a custom shelf, too, with a rating.
  private func keep() async throws -> LibraryEntry {
    try await scene.guestStore.save(sea)
    try await scene.keepDune()
    var dune = try #require(try await scene.guestStore.entry("entry-1"))
    (dune.shelves, dune.rating) = ([.reading, sea.id], 4)
    try await scene.guestStore.save(dune)
    return dune
  }

  @Test("Notes are saved only by a second save, which adds the book again as it was")
  func notes() async throws {
    let before = try await keep()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Review", "Sand.")
      try await scene.guestStore.remove("entry-1")
      await app.tap("save")
      #expect(app.title == "Notes on Dune")
      #expect(app.notice == "\(removed) Save again to add it back.")
      #expect(app.value(of: "Review") == .text("Sand."))
      #expect(try await scene.guestStore.allEntries() == [])
      await app.tap("save")
      #expect(app.notice == "Saved. Added to “Reading”.")
      var expected = before
      expected.review = "Sand."
      #expect(try await scene.guestStore.allEntries() == [expected])
      await app.tap("undo")
    }
    #expect(try await scene.guestStore.allEntries() == [])
  }

  @Test("An edited title is saved only by a second save, which adds the book again as it was")
  func title() async throws {
    let before = try await keep()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("edit-book")
      await app.fill("title", "Dune Messiah")
      try await scene.guestStore.remove("entry-1")
      await app.tap("save")
      #expect(app.notice == "\(removed) Save again to add it back.")
      #expect(app.value(of: "title") == .text("Dune Messiah"))
      #expect(try await scene.guestStore.allEntries() == [])
      await app.tap("save")
      #expect(app.title == "Dune Messiah")
    }
    var expected = before
    expected.book.title = "Dune Messiah"
    #expect(try await scene.guestStore.allEntries() == [expected])
  }

  @Test("A book that is there again is saved like any other, and keeps what has changed")
  func thereAgain() async throws {
    var dune = try await keep()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Notes to yourself", "Mine.")
      try await scene.guestStore.remove("entry-1")
      await app.tap("save")
      dune.rating = 2
      try await scene.guestStore.save(dune)
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
    dune.notes = "Mine."
    #expect(try await scene.guestStore.allEntries() == [dune])
  }

  @Test("A conflict before the removal does not stop the book from being added again")
  func conflictBefore() async throws {
    let before = try await keep()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Notes to yourself", "Mine.")
      var other = before
      other.notes = "Theirs."
      try await scene.guestStore.save(other)
      await app.tap("save")
      #expect(app.text.contains("Another window has changed this text. It is now “Theirs.”."))
      try await scene.guestStore.remove("entry-1")
      await app.tap("save")
      #expect(app.notice?.hasPrefix(removed) == true)
      await app.tap("save")
      #expect(app.notice == "Saved. Added to “Reading”.")
    }
    #expect(try await scene.guestStore.entry("entry-1")?.notes == "Mine.")
  }
}
