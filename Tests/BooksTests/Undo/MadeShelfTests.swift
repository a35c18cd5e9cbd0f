import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("Undo of a new shelf, and the free number of shelves") @MainActor
struct MadeShelfTests {
  private let scene = BooksScene()

  private var names: [String] {
    get async throws { try await scene.guestStore.ownShelves().map(\.name) }
  }

  @Test("A new shelf is undone and redone on the Shelves tab, and on its own page")
  func screens() async throws {
    try await withApp(scene.session) { app in
      await app.tab("Shelves")
      await app.tap("new", "Sea")
      // A long list may not show the new row.
      #expect(app.notice == "Created “Sea”.")
      await app.tap("undo")
      #expect(app.notice == "Undone: created “Sea”.")
      #expect(app.rows == ["Want to read", "Reading", "Read"])
      #expect(app.content.action("undo") == nil)
      await app.tap("redo")
      #expect(app.notice == "Redone: created “Sea”.")
      await app.choose("Sea")
      await app.tap("undo")
      #expect(app.text.contains("This shelf no longer exists."))
      #expect(app.notice == "Undone: created “Sea”.")
      let left = try await names
      #expect(left == [])
      await app.tap("redo")
      #expect(app.title == "Sea")
      #expect(app.notice == "Redone: created “Sea”.")
    }
    #expect(try await names == ["Sea"])
  }

  @Test("The page of an undone shelf says why it can't be created again")
  func nameTaken() async throws {
    try await withApp(scene.session) { app in
      await app.tab("Shelves")
      await app.tap("new", "Sea")
      await app.choose("Sea")
      await app.tap("undo")
      // As another window does.
      try await scene.guestStore.save(Shelf(id: "other", name: "SEA"))
      await app.tap("redo")
      #expect(app.title == "SEA", "the page shows the shelf that has the name now")
      #expect(app.notice == "Not redone: another shelf is named “Sea” now.")
    }
  }

  @Test("A shelf created for a book is undone after the book was taken off it")
  func chosen() async throws {
    try await scene.guestStore.save(.sample(1))
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("shelve")
      await app.tap("new", "Sea")
      await app.tap("undo")
      #expect(app.notice == "Undone: added to “Sea”.")
      // The page of a book undoes changes of books only.
      #expect(app.content.action("undo") == nil)
      await app.tab("Shelves")
      await app.home()
      await app.tap("undo")
      #expect(app.notice == "Undone: created “Sea”.")
      let left = try await names
      #expect(left == [])
    }
    #expect(try await scene.guestStore.entry("entry-1") == .sample(1))
  }

  @Test("A new shelf that has a book by now stays", arguments: NamedLibraryStores.all)
  func taken(_ named: NamedLibraryStores) async throws {
    let scene = UndoScene(try named.make().stores)
    let shelf = try await scene.library.makeShelf(named: "Poems")
    try await scene.store.save(.sample(9, on: [shelf.id]))
    await #expect(throws: UndoProblem.refused(.undo, .shelf("Poems"))) {
      try await scene.library.step(.undo)
    }
    #expect(try await scene.store.ownShelves() == [shelf])
  }

  @Test(
    "A new shelf comes back at its place, unless its name was taken",
    arguments: NamedLibraryStores.all, ["Other", "POEMS"])
  func place(_ named: NamedLibraryStores, _ name: String) async throws {
    let scene = UndoScene(try named.make().stores)
    let shelf = try await scene.library.makeShelf(named: "Poems")
    _ = try await scene.library.step(.undo)
    #expect(try await scene.store.ownShelves() == [])
    let other = Shelf(id: "other", name: name)
    try await scene.store.save(other)
    if name == "Other" {
      #expect(try await scene.library.step(.redo).kind == .made(shelf))
      #expect(try await scene.store.ownShelves() == [shelf, other])
    } else {
      await #expect(throws: UndoProblem.refused(.redo, .shelfName("Poems"))) {
        try await scene.library.step(.redo)
      }
      #expect(try await scene.store.ownShelves() == [other])
    }
  }

  @Test("A change of an earlier version is read, and one without a shelf is not")
  func stored() throws {
    let sea = Shelf(id: "sea", name: "Sea")
    let kind = #"{"deleted":{"_0":{"id":"sea","name":"Sea"}}}"#
    let text = #"{"before":{"id":"sea","name":"Sea"},"place":1}"#
    let change = StoredChange(kind: kind, shelf: text, entries: [])
    let difference = LibraryChange.ShelfDifference(before: sea, after: nil, place: 1)
    #expect(change.change == RecordedChange(.deleted(sea), [], difference))
    let damaged = StoredChange(kind: kind, shelf: #"{"place":1}"#, entries: [])
    #expect(damaged.change == nil && damaged.summary(1, books: 0) == nil)
  }

  @Test("An undo that would bring back a fourth shelf waits for a membership")
  func limit() async throws {
    scene.requireEverything()
    for name in ["Sea", "Crime", "Travel"] {
      try await scene.guestStore.save(Shelf(id: Shelf.ID(name), name: name))
    }
    try await withApp(scene.session) { app in
      await app.tab("Shelves")
      await app.choose("Sea")
      await app.tap("delete")
      // As an import does.
      try await scene.guestStore.save(Shelf(id: "Poems", name: "Poems"))
      await app.tap("undo")
      #expect(
        app.notice == "Not undone: with “Sea” you would have more than 3 custom shelves, which need"
          + " a membership.")
      let own = try await names
      #expect(own == ["Crime", "Travel", "Poems"])
      scene.isMember = true
      await app.tap("undo")
      #expect(app.notice == "Undone: deleted “Sea”.")
    }
    #expect(try await names == ["Sea", "Crime", "Travel", "Poems"])
  }

  @Test("A deleted shelf comes back to as many as there were, also beyond the free number")
  func deletedBeyondFree() async throws {
    scene.requireEverything()
    // As an import does.
    let all = ["Sea", "Crime", "Travel", "Poems", "Plays"]
    for name in all {
      try await scene.guestStore.save(Shelf(id: Shelf.ID(name), name: name))
    }
    await withApp(scene.session) { app in
      await app.tab("Shelves")
      await app.choose("Sea")
      await app.tap("delete")
      await app.tap("undo")
      #expect(app.notice == "Undone: deleted “Sea”.")
    }
    #expect(try await names == all)
  }

  @Test("A new shelf is not created again beyond the free number")
  func redoneBeyondFree() async throws {
    let scene = UndoScene(MemoryLibraryStores(), limitsShelves: { true })
    _ = try await scene.library.makeShelf(named: "Poems")
    _ = try await scene.library.step(.undo)
    for name in ["Sea", "Crime", "Travel"] {
      try await scene.store.save(Shelf(id: Shelf.ID(name), name: name))
    }
    await #expect(throws: UndoProblem.refused(.redo, .beyondFree("Poems"))) {
      try await scene.library.step(.redo)
    }
  }
}
