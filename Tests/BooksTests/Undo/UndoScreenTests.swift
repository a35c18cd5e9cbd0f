import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("Undo and redo on the screens") @MainActor
struct UndoScreenTests {
  private let scene = BooksScene()

  private func fill() async throws {
    try await scene.guestStore.save(Shelf(id: "sea", name: "Sea"))
    for number in 1...3 {
      try await scene.guestStore.save(.sample(number, on: number < 3 ? [.read, "sea"] : ["sea"]))
    }
  }

  @Test("Redo is beside undo among the shelves, and says what it did")
  func shelves() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-2")
      await app.tap("rate", "4")
      await app.open("booksapp://shelves/read")
      await app.tap("Select", "all")
      await app.tap("move-selected", "Reading")
      #expect(app.content.action("redo") == nil)
      await app.tap("undo")
      #expect(app.content.action("redo")?.title == "Redo")
      await app.tap("undo")
      #expect(app.notice == "Undone for “Book 2”: rated ★★★★☆.")
      #expect(app.content.action("undo") == nil)
      #expect(app.content.action("redo")?.title == "Redo the change to Book 2")
      await app.tap("redo")
      #expect(app.notice == "Redone for “Book 2”: rated ★★★★☆.")
      await app.tab("Shelves")
      await app.home()
      #expect(app.content.action("undo")?.title == "Undo the last change to Book 2")
      await app.tap("redo")
      #expect(app.notice == "Redone: moved 2 books to “Reading”.")
      #expect(app.content.action("redo") == nil)
    }
    #expect(try await scene.guestStore.counts()[.reading] == 2)
  }

  @Test("Several changes of a book are redone on its page, one after the other")
  func severalRedone() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      for stars in ["4", "2", "5"] { await app.tap("rate", stars) }
      for _ in 0..<3 { await app.tap("undo") }
      for stars in ["★★★★☆", "★★☆☆☆", "★★★★★"] {
        await app.tap("redo")
        #expect(app.notice == "Redone: rated \(stars).")
      }
      #expect(app.content.action("redo") == nil)
    }
  }

  @Test("Redo is on the book's page right after an undo or a redo there, and only then")
  func book() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("rate", "4")
      #expect(app.content.action("redo") == nil)
      await app.tap("undo")
      #expect(app.notice == "Undone: rated ★★★★☆.")
      await app.tap("redo")
      #expect(app.notice == "Redone: rated ★★★★☆.")
      #expect(app.content.action("redo") == nil)
      await app.tap("undo")
      await app.tap("rate", "2")
      #expect(app.content.action("redo") == nil)
      await app.tap("undo")
      #expect(app.content.action("redo") != nil)
      await app.open("booksapp://shelves/read")
      await app.choose("Book 1")
      #expect(app.title == "Book 1" && app.content.action("redo") == nil)
      await app.open("booksapp://entries/entry-2")
      #expect(app.content.action("redo") == nil && app.content.action("undo") == nil)
    }
  }

  @Test("A form that is opened clears the last result of the book's page, and with it redo")
  func clearedByForm() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      for form in ["notes", "edit-book", "shelve"] {
        await app.tap("rate", "4")
        #expect(app.notice == "Rated ★★★★☆.")
        await app.tap(form)
        await app.close()
        #expect(app.title == "Book 1" && app.notice == nil, "\(form)")
      }
      await app.tap("undo")
      await app.tap("notes")
      await app.close()
      #expect(app.content.action("redo") == nil)
    }
  }

  @Test("A rating that the book has already is confirmed, and undone once")
  func same() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("rate", "4")
      let confirmation = app.notice
      await app.tap("rate", "4")
      #expect(app.notice == confirmation)
      await app.tap("undo")
      #expect(app.content.action("undo") == nil)
      #expect(app.content.action("redo") != nil)
    }
  }

  @Test("An undone addition is made again on the page of a catalogue's book")
  func addition() async throws {
    try await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await app.tap("want")
      await app.tap("undo")
      #expect(app.content.action("undo") == nil)
      await app.tap("redo")
      #expect(app.notice == "Redone: added to “Want to read”.")
      let counts = try await scene.guestStore.counts()
      #expect(counts == [.wantToRead: 1])
      await app.tap("remove")
      await app.tap("undo")
      await app.tap("redo")
      #expect(app.notice == "Redone: removed from your library.")
    }
  }

  @Test("Undo and redo are there when the app starts again")
  func restart() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/sea")
      await app.tap("rename", "Ocean")
      await app.tap("delete")
    }
    await withApp(scene.session) { app in
      await app.tab("Shelves")
      await app.tap("undo")
      #expect(app.notice == "Undone: deleted “Ocean”.")
    }
    await withApp(scene.session) { app in
      await app.tab("Shelves")
      await app.tap("undo")
      #expect(app.notice == "Undone: renamed “Sea” to “Ocean”.")
      #expect(app.rows == ["Want to read", "Reading", "Read", "Sea"])
      await app.tap("redo")
      await app.tap("redo")
      #expect(app.rows == ["Want to read", "Reading", "Read"])
    }
  }

  @Test("Each screen shows what can be undone after a change of another window")
  func otherWindow() async throws {
    try await fill()
    let other = UndoScene(scene.stores).library
    try await withApp(scene.session) { app in
      for (number, link) in ["shelves", "shelves/read", "entries/entry-1"].enumerated() {
        let entry = try #require(try await scene.guestStore.entry("entry-1"))
        let rating = try #require(Rating(stars: number + 1))
        try await other.change(entry, as: .rated(rating)) { $0.rating = rating }
        await app.open("booksapp://\(link)")
        await app.tap("undo")
        #expect(app.notice?.hasSuffix("rated \(BooksText.stars(rating)).") == true, "\(link)")
        #expect(app.content.action("undo") == nil)
      }
    }
  }

  @Test("The page of a catalogue's book shows a change of another window, too")
  func otherWindowOfCatalogue() async throws {
    try await scene.keepDune()
    let other = UndoScene(scene.stores).library
    try await withApp(scene.session) { app in
      let entry = try #require(try await scene.guestStore.entry("entry-1"))
      try await other.change(entry, as: .rated(2)) { $0.rating = 2 }
      await app.open("booksapp://books/dune")
      await app.tap("undo")
      #expect(app.notice == "Undone: rated ★★☆☆☆.")
    }
  }

  @Test("A refused undo says why, and the one before can be undone")
  func refused() async throws {
    try await fill()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("rate", "4")
      await app.tap("rate", "5")
      try await scene.guestStore.save(.sample(1, on: [.reading]))
      await app.tap("undo")
      #expect(
        app.notice == "Not undone: “Book 1” has changed since, in another window or by an import.")
      await app.open("booksapp://shelves/sea")
      await app.tap("undo")
      #expect(app.notice?.hasPrefix("Not undone: “Book 1” has changed") == true)
      #expect(app.content.action("undo") == nil && app.content.action("redo") == nil)
    }
    #expect(try await scene.guestStore.entry("entry-1") == .sample(1, on: [.reading]))
  }

  @Test("Every reason of a refusal is one sentence that names the book or the shelf")
  func reasons() {
    let reasons: [UndoProblem.Conflict] = [
      .changed("A"), .missing("A"), .present("A"), .shelf("A"), .shelfName("A"),
      .beyondFree("A"), .unreadable,
    ]
    for reason in reasons {
      for (direction, word) in [(UndoDirection.undo, "undone"), (.redo, "redone")] {
        let text = BooksText.message(.refused(direction, reason))
        #expect(text.hasPrefix("Not \(word): ") && text.hasSuffix("."))
        #expect(text.contains("“A”") || reason == .unreadable)
      }
    }
    #expect(BooksText.message(.nothing(.undo)) == "Nothing to undo.")
    #expect(BooksText.message(.nothing(.redo)) == "Nothing to redo.")
    #expect(BooksText.message(.storage(.full)) == StorageError.full.description)
  }
}
