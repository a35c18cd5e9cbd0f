import Catalogue
import Core
import Accounts
import Services
import TestKit
import Testing

@testable import Books

@Suite("A form with a review needs an account") @MainActor
struct SigningFormTests {
  private let scene = BooksScene()

  init() {
    scene.requireEverything()
  }

  @Test("A form with a review keeps its input until the user signs in")
  func form() async throws {
    try await scene.keepDune()
    scene.movesBooks = true
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Review", "Long, but good.")
      await app.fill("Started", "2026-11-01")
      await app.tap("save")
      #expect(app.title == "Account")
      await app.close()
      #expect(app.title == "Notes on Dune")
      #expect(app.value(of: "Review") == .text("Long, but good."))
      #expect(app.notice?.contains("needs an account") == true)
      let unsaved = try await scene.guestStore.entry("entry-1")
      #expect(unsaved?.review == "")
      await app.tap("save")
      await app.tap("agree")
      #expect(app.title == "Dune")
      #expect(app.notice == "Saved.")
    }
    let entry = try #require(try await scene.adaStore.entry("entry-1"))
    #expect(entry.review == "Long, but good.")
    #expect(entry.started == CalendarDate("2026-11-01"))
    #expect(entry.notes == "Lent by Bo.")
  }

  @Test("A form that is saved for an account without the book keeps all that the form shows")
  func formForNewEntry() async throws {
    try await scene.keepDune()
    var dune = try #require(try await scene.guestStore.entry("entry-1"))
    (dune.rating, dune.started) = (4, CalendarDate("2026-11-01"))
    dune.progress = .page(40)
    dune.readings = [PastReading(finished: CalendarDate("2019-05-01"))]
    try await scene.guestStore.save(dune)
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Review", "Long, but good.")
      await app.tap("save")
      await app.tap("agree")
      #expect(app.notice == "Saved. Added to “Reading”.")
    }
    let entry = try #require(try await scene.adaStore.allEntries().first)
    #expect(entry.review == "Long, but good." && entry.notes == "Lent by Bo.")
    #expect(entry.rating == 4 && entry.started == dune.started && entry.progress == .page(40))
    #expect(entry.readings == dune.readings)
    #expect(try await scene.guestStore.entry("entry-1")?.review == "")
  }

  @Test("A form that is saved for an account without the book keeps its standard shelf and dates")
  func formForNewReadEntry() async throws {
    try await scene.keepDune()
    var dune = try #require(try await scene.guestStore.entry("entry-1"))
    (dune.shelves, dune.finished) = ([.read], CalendarDate("2019-05-01"))
    dune.book.pages = 412
    try await scene.guestStore.save(dune)
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Review", "Long, but good.")
      await app.fill("Progress", "412/412")
      await app.tap("save")
      await app.tap("agree")
      #expect(app.notice == "Saved. Added to “Read”.")
    }
    let entry = try #require(try await scene.adaStore.allEntries().first)
    #expect(entry.review == "Long, but good." && entry.progress == .page(412))
    #expect(entry.finished == dune.finished && entry.started == nil && entry.readings == [])
    #expect(entry.shelves == [.read])
  }

  @Test("A form saved by an account with its own entry changes only the edited fields")
  func formOverOwn() async throws {
    try await scene.keepDune()
    var own = LibraryEntry.sample(7, on: [.read], reference: nil)
    own.reference = CatalogueReference(source: "embedded", key: "dune")
    own.notes = "Ada's."
    own.rating = 1
    try await scene.adaStore.save(own)
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Review", "Sand.")
      await app.tap("save")
      await app.tap("agree")
    }
    let entries = try await scene.adaStore.allEntries()
    #expect(entries.map(\.notes) == ["Ada's."])
    #expect(entries.map(\.rating) == [1])
    #expect(entries.map(\.review) == ["Sand."])
    #expect(try await scene.guestStore.entry("entry-1")?.review == "")
  }

  @Test("A guest's form replaces the account's own review only by a second save")
  func reviewOverOwn() async throws {
    try await scene.keepDune()
    var own = LibraryEntry.sample(7, on: [.read])
    own.reference = CatalogueReference(source: "embedded", key: "dune")
    own.review = "Ada's."
    try await scene.adaStore.save(own)
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Review", "Sand.")
      await app.tap("save")
      await app.tap("agree")
      #expect(app.title == "Notes on Dune")
      #expect(app.text.contains("Your library has another text for this book."))
      #expect(!app.text.contains("Another window"))
      let kept = try await scene.adaStore.entry("entry-7")?.review
      #expect(kept == "Ada's.")
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
    #expect(try await scene.adaStore.entry("entry-7")?.review == "Sand.")
  }

  @Test("Notes and dates need no account, and neither does a form with an error")
  func unsigned() async throws {
    try await scene.keepDune()
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Review", "Sand.")
      await app.fill("Finished", "2027-01-01")
      await app.tap("save")
      #expect(app.title == "Notes on Dune")
      await app.fill("Review", "")
      await app.fill("Finished", "")
      await app.fill("Notes to yourself", "Return it.")
      await app.tap("save")
      #expect(app.title == "Dune")
    }
    #expect(try await scene.guestStore.entry("entry-1")?.notes == "Return it.")
  }
}
