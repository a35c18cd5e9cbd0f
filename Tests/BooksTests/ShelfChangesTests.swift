import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("Renaming and deleting custom shelves") @MainActor
struct ShelfChangesTests {
  private let scene = BooksScene()
  private let sea = Shelf(id: "sea", name: "Sea")
  private let crime = Shelf(id: "crime", name: "Crime")

  private func fill() async throws {
    try await scene.guestStore.save(sea)
    try await scene.guestStore.save(crime)
    try await scene.guestStore.save(.sample(1, on: [.read, "sea"]))
    try await scene.guestStore.save(.sample(2, on: ["sea"]))
    try await scene.guestStore.save(.sample(3, on: ["sea", "crime"]))
  }

  private var own: [Shelf] {
    get async throws { try await scene.guestStore.ownShelves() }
  }

  @Test("A renamed shelf keeps its books and its place; undo renames it back")
  func rename() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/sea")
      await app.tap("rename", "  Ocean ")
      #expect(app.title == "Ocean")
      #expect(app.notice == "Renamed “Sea” to “Ocean”.")
      #expect(app.rows.count == 3)
      await app.tap("undo")
      #expect(app.title == "Sea")
      #expect(app.notice == "Undone: renamed “Sea” to “Ocean”.")
    }
    #expect(try await own == [sea, crime])
  }

  @Test(
    "A shelf isn't given a name that a new shelf can't have, and the input is kept",
    arguments: [
      ("crime", "There is already a shelf named “Crime”."),
      ("want to READ", "There is already a shelf named “Want to read”."),
      ("Want-to-read", "There is already a shelf named “Want to read”."),
      ("Read", "There is already a shelf named “Read”."),
      ("To-Read", "In Goodreads “To-Read” is the shelf “Want to read”. Use another name."),
      (String(repeating: "x", count: 61), "A shelf's name can have at most 60 characters."),
      ("a\u{202E}b", "A shelf's name can't have control characters or invisible marks."),
    ])
  func refusedName(_ name: String, _ message: String) async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/sea")
      await app.tap("rename", name)
      #expect(app.title == "Sea")
      #expect(app.notice == message)
      #expect(app.content.action("rename")?.input?.value == .text(name))
      #expect(app.content.action("undo") == nil)
      // As after a change of another window.
      app.session.refreshSoon()
      await app.session.settleAll()
      #expect(app.content.action("rename")?.input?.value == .text(name))
    }
    #expect(try await own == [sea, crime])
  }

  @Test("A shelf can get its own name in other letters, and its own name changes nothing")
  func sameName() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/sea")
      await app.tap("rename", "Sea")
      #expect(app.notice == nil && app.content.action("undo") == nil)
      await app.tap("rename", "SEA")
      #expect(app.title == "SEA")
    }
  }

  @Test("The books of a deleted shelf stay, and undo restores the shelf at its place")
  func delete() async throws {
    try await fill()
    let before = try await scene.guestStore.allEntries()
    try await withApp(scene.session) { app in
      await app.tab("Shelves")
      await app.choose("Sea")
      await app.tap("delete")
      #expect(app.title == "Shelves")
      #expect(
        app.notice
          == "Deleted “Sea”. Its 3 books stay in your library; 1 is now on “Want to read”.")
      #expect(app.rows == ["Want to read", "Reading", "Read", "Crime"])
      let shelves = try await scene.guestStore.allEntries().map(\.shelves)
      #expect(shelves == [[.read], [.wantToRead], ["crime"]])
      await app.tap("undo")
      #expect(app.notice == "Undone: deleted “Sea”.")
      #expect(app.rows == ["Want to read", "Reading", "Read", "Sea", "Crime"])
      #expect(app.content.action("undo") == nil)
    }
    #expect(try await scene.guestStore.allEntries() == before)
    #expect(try await own == [sea, crime])
  }

  @Test(
    "A deletion is not undone after its name was taken, or a book changed, elsewhere",
    arguments: [true, false])
  func changedMeanwhile(takesName: Bool) async throws {
    try await fill()
    try await withApp(scene.session) { app in
      await app.tab("Shelves")
      await app.choose("Sea")
      await app.tap("delete")
      if takesName {
        try await scene.guestStore.save(Shelf(id: "other", name: "sea"))
      } else {
        try await scene.guestStore.remove("entry-2")
      }
      await app.tap("undo")
      #expect(
        app.notice
          == (takesName
            ? "Not undone: another shelf is named “Sea” now."
            : "Not undone: “Book 2” is no longer in your library."))
      #expect(app.content.action("undo") == nil)
    }
    #expect(try await own.contains(sea) == false)
  }

  @Test("The last change of a book is undone among the shelves, too")
  func book() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-2")
      await app.tap("rate", "4")
      await app.tab("Shelves")
      await app.home()
      await app.tap("undo")
      #expect(app.notice == "Undone for “Book 2”: rated ★★★★☆.")
      #expect(app.content.action("undo") == nil)
    }
    #expect(try await scene.guestStore.entry("entry-2")?.rating == nil)
  }

  @Test(
    "A shelf deleted in another window can be neither renamed nor deleted",
    arguments: [("rename", "Ocean"), ("delete", nil)] as [(String, String?)])
  func gone(_ action: String, _ input: String?) async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/sea")
      try? await scene.guestStore.removeShelf("sea")
      await app.tap(action, input)
      #expect(app.title == "Shelf" && app.text.contains("This shelf no longer exists."))
      #expect(app.content.actions.isEmpty)
    }
    #expect(try await own == [crime])
  }

  @Test("The standard shelves can be neither renamed nor deleted")
  func standard() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      #expect(app.content.action("rename") == nil && app.content.action("delete") == nil)
    }
  }

  @Test("Names that differ by spaces alone are one shelf")
  func spaces() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.tab("Shelves")
      await app.tap("new", "Café  favourites")
      await app.tap("new", "café favourites")
      #expect(app.notice == "There is already a shelf named “Café favourites”.")
      await app.tap("new", "want  to read")
      await app.open("booksapp://shelves/sea")
      await app.tap("rename", "café   favourites")
      #expect(app.notice == "There is already a shelf named “Café favourites”.")
      await app.tap("rename", "Deep  sea")
      #expect(app.title == "Deep sea")
    }
    #expect(try await own.map(\.name) == ["Deep sea", "Crime", "Café favourites"])
  }

  @Test("Older shelves that differ by spaces alone stay, also after undo of a deletion")
  func spacesBefore() async throws {
    let scene = LibraryScene()
    let twins = [Shelf(id: "one", name: "My sea"), Shelf(id: "two", name: "My  sea")]
    for shelf in twins { try await scene.store.save(shelf) }
    #expect(try await scene.library.delete(twins[1]) != nil)
    #expect(await scene.library.undo() != nil)
    #expect(try await scene.store.ownShelves() == twins)
    guard case .exists = try await scene.library.rename(twins[0], to: "my  sea").value else {
      Issue.record("the other shelf has the name")
      return
    }
  }

  @Test("More shelves than are free all stay, and another one needs a membership")
  func moreThanFree() async throws {
    scene.requireEverything()
    for number in 1...8 {
      try await scene.guestStore.save(Shelf(id: Shelf.ID("own-\(number)"), name: "Shelf \(number)"))
    }
    await withApp(scene.session) { app in
      await app.tab("Shelves")
      let text = "You have 8 custom shelves, which all stay. Another one needs a membership."
      #expect(app.text.contains(text))
    }
  }

  @Test("The number of free shelves is said until the user is a member")
  func free() async throws {
    scene.requireEverything()
    await withApp(scene.session) { app in
      await app.tab("Shelves")
      #expect(!app.text.contains("free custom shelves"))
      for name in ["Sea", "Crime"] { await app.tap("new", name) }
      #expect(app.text.contains("2 of 3 free custom shelves used."))
      await app.tap("new", "Travel")
      #expect(app.text.contains("3 of 3 free custom shelves used. Another one needs a membership."))
      await app.open("booksapp://books/dune")
      await app.tap("shelve")
      #expect(app.text.contains("3 of 3 free custom shelves used."))
      await app.close()
      await app.tab("Shelves")
      await app.tap("new", "Poems")
      await app.tap("agree")
      #expect(!app.text.contains("free custom shelves"))
    }
  }
}
