// Needs: Backups, Books

import Services
import AppComposition
import Core
import TestKit
import Testing

@Suite("A reader's journeys through the whole app")
@MainActor struct ReadingJourneyTests {
  @Test("A reader finds a book, shelves it, rates it, edits the entry and undoes the edit")
  func firstBook() async {
    await withApp(Worlds.compact) { app in
      await app.tab("Search")
      await app.tap("search", "the hobbit")
      await app.choose("The Hobbit")
      #expect(app.title == "The Hobbit")
      await app.tap("start")
      #expect(app.notice == "Added to “Reading”.")
      await app.tap("rate", "5")
      await app.tap("notes")
      await app.fill("Notes to yourself", "Read the maps again.")
      await app.fill("Progress", "100")
      await app.tap("Save")
      #expect(app.title == "The Hobbit")
      #expect(app.notice == "Saved.")
      #expect(app.text.contains("page 100 of 310"))
      await app.tap("undo")
      #expect(!app.text.contains("page 100 of 310"))
      #expect(app.text.contains("★★★★★"))
      await app.back()
      #expect(app.content.rows.first?.badge == "★★★★★")
      await app.tab("Shelves")
      await app.choose("Reading")
      #expect(app.rows == ["The Hobbit"])
    }
  }

  @Test("The last page moves a book to Read, and undo brings it back to Reading")
  func finishing() async {
    await withApp(Worlds.compact) { app in
      await app.open("booksapp://books/dune")
      await app.tap("progress", "100")
      #expect(app.notice == "Added to “Reading”. Now at page 100 of 412.")
      await app.tap("progress", "412/412")
      #expect(app.notice == "Finished. Moved to “Read”.")
      await app.tap("undo")
      #expect(app.text.contains("Shelf: Reading"))
      await app.tap("progress", "413")
      #expect(app.notice?.hasPrefix("The book has 412 pages.") == true)
      #expect(app.content.notice?.tone == .problem)
    }
  }

  @Test("A book can be moved to a shelf that is created on the way")
  func ownShelf() async {
    await withApp(Worlds.compact) { app in
      await app.open("booksapp://books/dune")
      await app.tap("shelve")
      #expect(app.title == "Choose a shelf")
      await app.tap("new", "Deserts")
      #expect(app.title == "Dune")
      #expect(app.text.contains("Shelf: Deserts"))
      await app.tap("finish")
      #expect(app.text.contains("Shelves: Read, Deserts"))
      await app.tap("remove")
      #expect(app.notice == "Removed from your library.")
      await app.tap("undo")
      #expect(app.text.contains("Shelves: Read, Deserts"))
    }
  }

  @Test("A book added by hand is on a shelf, and the same form edits it")
  func byHand() async {
    await withApp(Worlds.compact) { app in
      await app.tab("Shelves")
      await app.tap("add")
      await app.tap("save")
      #expect(app.text.contains("A book needs a title."))
      await app.fill("Title", "My grandmother's recipes")
      await app.fill("Authors", "Anna Example, Bert Example")
      await app.tap("save")
      #expect(app.title == "My grandmother's recipes")
      await app.tap("edit-book")
      #expect(app.value(of: "Authors") == .text("Anna Example, Bert Example"))
      await app.fill("Pages", "40")
      await app.tap("save")
      #expect(app.text.contains("40 pages"))
    }
  }

  @Test("An unsaved edit is a lock: leaving asks, keeping keeps the input, discarding leaves")
  func unsavedEdit() async {
    await withApp(Worlds.compact) { app in
      await app.open("booksapp://books/dune")
      await app.tap("notes")
      await app.fill("Review", "Sand.")
      #expect(await app.close() == .blocked(by: app.session.lockOnScreen ?? .none))
      #expect(app.title == "Discard your changes?")
      await app.tap("Keep editing")
      #expect(app.value(of: "Review") == .text("Sand."))
      await app.open("booksapp://books/emma")
      #expect(app.title == "Discard your changes?")
      await app.tap("Discard")
      #expect(app.title == "Emma")
    }
  }

  @Test("After a relaunch the last screens and the saved data are restored")
  func relaunch() async {
    let world = Worlds.world()
    await withApp(world.makeSession) { app in
      await app.open("booksapp://search?q=solaris")
      await app.choose("Solaris")
      await app.tap("want")
      await app.tap("notes")
    }
    await withApp(world.makeSession, restoring: true) { app in
      #expect(app.title == "Solaris")
      #expect(app.text.contains("Shelf: Want to read"))
      await app.back()
      #expect(app.content.subtitle?.contains("solaris") == true)
    }
  }

  @Test("In the wide layout the list stays beside the selected book")
  func wide() async {
    await withApp(Worlds.wide) { app in
      await app.tab("Search")
      await app.tap("search", "dune")
      await app.choose("Dune")
      #expect(app.session.snapshot.panes.map(\.content.title) == ["Search", "Dune"])
      await app.tap("start")
      await app.tap("search", "emma")
      await app.choose("Emma")
      #expect(app.session.snapshot.panes.map(\.content.title) == ["Search", "Emma"])
      await app.back()
      #expect(app.session.snapshot.panes.map(\.content.title) == ["Search"])
    }
  }
}

extension AppSession {
  fileprivate var lockOnScreen: Lock? {
    navigation.tree.allEntries.compactMap { navigation.screen(of: $0.id)?.lock }.first
  }
}

extension Lock {
  fileprivate static let none = Lock(title: "", message: "", discard: "", keep: "")
}
