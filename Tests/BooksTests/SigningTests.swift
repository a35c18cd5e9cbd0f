import Catalogue
import Core
import Accounts
import Services
import TestKit
import Testing

@testable import Books

@Suite("Reviews need an account, ratings need none") @MainActor
struct SigningTests {
  private let scene = BooksScene()

  init() {
    scene.requireEverything()
  }

  private func reviews(_ store: any LibraryStore) async throws -> [String] {
    try await store.allEntries().map(\.review)
  }

  /// Writes a review in the form, which asks for an account.
  private func review(_ text: String, _ app: AppDriver) async {
    await app.tap("notes")
    await app.fill("Review", text)
    await app.tap("save")
  }

  @Test("A guest rates a book, and a form with a rating is saved, without an account")
  func guestRating() async throws {
    try await scene.keepDune()
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("rate", "4")
      #expect(app.title == "Dune")
      #expect(app.notice == "Rated ★★★★☆.")
      await app.tap("notes")
      await app.fill("Rating", "5")
      await app.tap("save")
      #expect(app.title == "Dune")
      #expect(app.notice == "Saved.")
    }
    #expect(try await scene.guestStore.entry("entry-1")?.rating == 5)
  }

  @Test("A guest who reviews a book and moves the library has it reviewed in the account")
  func movedReview() async throws {
    try await scene.keepDune()
    scene.movesBooks = true
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await review("Sand.", app)
      #expect(app.title == "Account")
      await app.tap("agree")
      #expect(app.title == "Dune")
      #expect(app.notice == "Saved.")
      #expect(app.text.contains("Sand."))
      #expect(app.text.contains("Lent by Bo."))
    }
    let entry = try #require(try await scene.adaStore.entry("entry-1"))
    #expect(entry.review == "Sand.")
    #expect(entry.notes == "Lent by Bo.")
    #expect(try await scene.guestStore.allEntries() == [])
  }

  @Test("A guest who leaves the library behind has the book reviewed as a new entry")
  func newReview() async throws {
    try await scene.keepDune()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await review("Sand.", app)
      await app.tap("agree")
      #expect(app.title == "Dune")
      #expect(app.notice == "Saved. Added to “Reading”.")
      await app.tap("undo")
      let reviews = try await reviews(scene.adaStore)
      #expect(reviews == [])
    }
    #expect(try await reviews(scene.guestStore) == [""])
  }

  @Test("A book without a catalogue is reviewed, too, if the library is left behind")
  func byHand() async throws {
    try await scene.guestStore.save(.sample(9))
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-9")
      await review("Short.", app)
      await app.tap("agree")
      #expect(app.title == "Book 9")
      #expect(app.notice == "Saved. Added to “Reading”.")
    }
    let entry = try #require(try await scene.adaStore.allEntries().first)
    #expect(entry.review == "Short.")
    #expect(entry.id != "entry-9")
  }

  @Test("A review goes to the account's own entry of the book", arguments: [true, false])
  func ownEntry(moves: Bool) async throws {
    try await scene.keepDune()
    var own = LibraryEntry.sample(7, on: [.read])
    own.reference = CatalogueReference(source: "embedded", key: "dune")
    own.rating = 2
    try await scene.adaStore.save(own)
    scene.movesBooks = moves
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await review("Sand.", app)
      await app.tap("agree")
      #expect(app.text.contains("★★☆☆☆"))
    }
    let entries = try await scene.adaStore.allEntries()
    #expect(entries.map(\.id) == ["entry-7"])
    #expect(entries.map(\.review) == ["Sand."])
    #expect(entries.map(\.notes) == [moves ? "Lent by Bo." : ""])
  }

  @Test("A page that a sign-in has given the account's entry is restored")
  func restored() async throws {
    try await scene.keepDune()
    var own = LibraryEntry.sample(7, on: [.read])
    own.reference = CatalogueReference(source: "embedded", key: "dune")
    try await scene.adaStore.save(own)
    scene.movesBooks = true
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await review("Sand.", app)
      await app.tap("agree")
      #expect(app.text.contains("Sand."))
    }
    await withApp(scene.session, restoring: true) { app in
      #expect(app.text.contains("Sand.") && app.notice == nil)
      await app.tap("notes")
      #expect(app.value(of: "Review") == .text("Sand."))
    }
  }

  @Test("A shelf that a sign-in has replaced by the account's shelf of its name is restored")
  func restoredShelf() async throws {
    try await scene.guestStore.save(Shelf(id: "g", name: "Sea"))
    try await scene.guestStore.save(.sample(1, on: ["g"]))
    try await scene.adaStore.save(Shelf(id: "a", name: "Sea"))
    try await scene.adaStore.save(.sample(7, on: ["a"]))
    scene.requirements = BooksRequirements(
      membership: Requirement(
        isMet: { [scene] in scene.context.owner.isSignedIn },
        make: { [scene] _ in AskingFlow("Membership") { await scene.signIn() } }))
    for number in 1...3 {
      try await scene.guestStore.save(Shelf(id: Shelf.ID("s\(number)"), name: "Shelf \(number)"))
    }
    await withApp(scene.session) { app in
      await app.tab("Shelves")
      await app.choose("Sea")
      await app.tap("select-books", "1")
      await app.tap("shelve-selected")
      await app.tap("new", "Poems")
      await app.tap("agree")
      #expect(app.title == "Sea" && app.notice == "The selection was cleared.")
    }
    await withApp(scene.session, restoring: true) { app in
      #expect(app.title == "Sea" && app.notice == nil)
    }
  }

  @Test("A book of the catalogue that is in no library can be reviewed")
  func listed() async throws {
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await review("Sand.", app)
      await app.tap("agree")
      #expect(app.notice == "Saved. Added to “Want to read”.")
    }
    #expect(try await reviews(scene.adaStore) == ["Sand."])
    #expect(try await scene.guestStore.allEntries() == [])
  }

  @Test("Clearing a missing rating adds no book")
  func noRating() async throws {
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await app.tap("rate", "none")
      #expect(app.title == "Dune")
      #expect(app.content.action("undo") == nil)
    }
    #expect(try await scene.guestStore.allEntries() == [])
  }

  @Test("A message about a guest's change is not shown to an account")
  func notice() async throws {
    try await scene.guestStore.save(Shelf(id: "g", name: "Guest's shelf"))
    try await scene.keepDune()
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("shelve")
      await app.choose("Guest's shelf")
      #expect(app.notice == "Added to “Guest's shelf”.")
      await scene.signIn()
      await app.session.settleAll()
      #expect(!app.text.contains("Guest's shelf"))
    }
  }

  @Test("Without an account nothing is reviewed, and nothing is lost")
  func refused() async throws {
    try await scene.keepDune()
    let before = try await scene.guestStore.allEntries()
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await review("Sand.", app)
      await app.close()
      #expect(app.title == "Notes on Dune")
      #expect(
        app.notice == "Not saved: a review is signed with your account's name and needs an account."
      )
      #expect(app.value(of: "Review") == .text("Sand."))
    }
    #expect(try await scene.guestStore.allEntries() == before)
  }

  @Test("With an account, or without a requirement, no sign-in is shown")
  func met() async throws {
    try await scene.keepDune()
    let free = BooksScene()
    try await free.keepDune()
    await scene.context.currentOwner.signIn("ada", expires: nil)
    for scene in [scene, free] {
      await withApp(scene.session) { app in
        await app.open("booksapp://books/dune")
        await review("Sand.", app)
        #expect(app.notice?.hasPrefix("Saved.") == true)
      }
    }
  }
}
