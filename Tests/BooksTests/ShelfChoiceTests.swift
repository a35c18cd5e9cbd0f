import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("The choice of a shelf on a book's page") @MainActor
struct ShelfChoiceTests {
  private let scene = BooksScene()

  private func keep(on shelves: Set<Shelf.ID>) async throws {
    try await scene.guestStore.save(Shelf(id: "fav", name: "Fav"))
    try await scene.guestStore.save(.sample(1, on: shelves))
  }

  private func choose(_ shelf: String, in app: AppDriver) async {
    await app.tap("shelve")
    await app.choose(shelf)
  }

  @Test("A custom shelf of the book takes the book off, and undo puts it back")
  func custom() async throws {
    try await keep(on: [.reading, "fav"])
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await choose("Fav", in: app)
      #expect(app.notice == "Removed from “Fav”.")
      let rest = try await scene.guestStore.entry("entry-1")
      #expect(rest?.shelves == [.reading])
      await app.tap("undo")
      let restored = try await scene.guestStore.entry("entry-1")
      #expect(restored?.shelves == [.reading, "fav"])
    }
  }

  @Test("A book that is taken off its only shelf stays in the library")
  func only() async throws {
    try await keep(on: ["fav"])
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await choose("Fav", in: app)
      #expect(app.notice == "Removed from “Fav”.")
    }
    #expect(try await scene.guestStore.entry("entry-1")?.shelves == [.wantToRead])
  }

  @Test("A new shelf with the name of an existing one is refused, and the book stays where it is")
  func existingName() async throws {
    try await keep(on: [.reading, "fav"])
    let before = try await scene.guestStore.entry("entry-1")
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("shelve")
      for (typed, name) in [("FAV", "Fav"), ("want to read", "Want to read")] {
        await app.tap("new", typed)
        #expect(app.title == "Choose a shelf")
        #expect(app.notice == "There is already a shelf named “\(name)”.")
      }
      await app.close()
    }
    #expect(try await scene.guestStore.entry("entry-1") == before)
  }

  @Test("The choice says which shelves replace each other, and they do")
  func rule() async throws {
    try await keep(on: [.read, "fav"])
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("shelve")
      #expect(app.text.contains("“Want to read”, “Reading” and “Read” replace each other."))
      await app.choose("Reading")
    }
    #expect(try await scene.guestStore.entry("entry-1")?.shelves == [.reading, "fav"])
  }

  @Test("The standard shelf of the book changes nothing, and the page says so")
  func standard() async throws {
    try await keep(on: [.read])
    let before = try await scene.guestStore.entry("entry-1")
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await choose("Read", in: app)
      #expect(app.notice == "Already on “Read”.")
    }
    #expect(try await scene.guestStore.entry("entry-1") == before)
  }
}
