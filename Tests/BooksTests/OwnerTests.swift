import Accounts
import Catalogue
import Services
import Core
import Foundation
import TestKit
import Testing

@testable import Books

@Suite("Each owner has a library") @MainActor
struct OwnerTests {
  private let scene = BooksScene()

  private func fillLibraries() async throws {
    try await scene.keepDune()
    try await scene.guestStore.save(Shelf(id: "g", name: "Guest's shelf"))
    try await scene.guestStore.save(.reading(2, pages: 50, finished: "2026-11-01", rating: 5))
    try await scene.adaStore.save(Shelf(id: "a", name: "Ada's shelf"))
    try await scene.adaStore.save(.reading(3, finished: "2025-11-01"))
  }

  /// A screen, the link to it, and the content for a guest and for an account.
  nonisolated struct Place: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let link: String
    let guest: String
    let account: String
  }

  nonisolated static let places = [
    Place(
      testDescription: "shelves", link: "shelves", guest: "Guest's shelf", account: "Ada's shelf"),
    Place(
      testDescription: "a shelf", link: "shelves/read", guest: "Book 2", account: "Book 3"),
    Place(
      testDescription: "an own shelf", link: "shelves/g", guest: "Guest's shelf",
      account: "no longer exists"),
    Place(
      testDescription: "a book", link: "entries/entry-2", guest: "Book 2",
      account: "not in your library"),
    Place(
      testDescription: "a book of the catalogue", link: "books/dune", guest: "Lent by Bo.",
      account: "Frank Herbert"),
    Place(
      testDescription: "marks", link: "authors/frank-herbert", guest: "[Reading]", account: "Dune"),
    Place(
      testDescription: "the year", link: "statistics", guest: "1 book finished",
      account: "You have read nothing"),
    Place(
      testDescription: "all years", link: "statistics/detailed", guest: "Fastest reads",
      account: "Finished by year"),
  ]

  @Test(
    "A screen shows none of the guest's books to an account", arguments: places, [true, false])
  func screens(_ place: Place, isCovered: Bool) async throws {
    try await fillLibraries()
    // Only the guest's book has reading dates.
    var timed = LibraryEntry.reading(2, pages: 50, started: "2026-10-31", finished: "2026-11-01")
    timed.rating = 5
    try await scene.guestStore.save(timed)
    await withApp(scene.session) { app in
      #expect(await app.open("booksapp://\(place.link)") == .shown)
      #expect(app.text.contains(place.guest))
      if isCovered {
        app.session.root.startChild(AskingFlow("Account") { await scene.signIn() }, .present)
        await app.tap("agree")
      } else {
        await scene.signIn()
        await app.session.settleAll()
      }
      #expect(!app.text.contains(place.guest))
      #expect(app.text.contains(place.account))
    }
  }

  @Test("The page of a book by hand that another owner has says that it is not in the library")
  func otherOwnersBook() async {
    // As a page loads that a sign-in has given another owner's catalogue.
    let model = BookDetailViewModel(
      .entry("entry-2"),
      services: BooksServices(
        selection: CatalogueSelection(only: RecordingCatalogue(), context: scene.context),
        library: LibraryScene().library))
    await model.load()
    #expect(model.phase == .failed(.notFound))
    let status = BookDetailScreen.alone(model).content.status
    #expect(status == .empty(message: "This book is not in your library."))
  }

  @Test("A change begun for one owner does not end in another owner's library")
  func writing() async throws {
    let (owner, stores) = (scene.context.currentOwner, scene.stores)
    let hooked = HookedLibraryStores(stores: stores) { () async throws(StorageError) in
      await owner.signIn("ada", expires: nil)
    }
    let library = Library(
      stores: hooked, owner: owner, clock: scene.context.clock,
      identifiers: scene.context.identifiers)
    let steps: [(Library) async throws -> Void] = [
      { try await $0.put(.sample(1), on: Shelf.read) },
      { try await $0.change(.sample(2), as: .rated(3)) { $0.rating = 3 } },
      { try await $0.record(.page(3), in: .sample(3)) },
      { _ = try await $0.makeShelf(named: "Guest's") },
      { try await $0.remove(.sample(1)) },
    ]
    for step in steps {
      owner.signOut()
      try await step(library)
      #expect(library.changes.undo == nil, "who came meanwhile takes nothing back")
    }
    #expect(try await scene.adaStore.allEntries() == [])
    #expect(try await scene.adaStore.ownShelves() == [])
    #expect(try await scene.guestStore.allEntries().map(\.id) == ["entry-2", "entry-3"])
    #expect(try await scene.guestStore.ownShelves().map(\.name) == ["Guest's"])
  }

  @Test("A reading that a sign-in overtakes is the account's, also when the guest's fails")
  func overtaken() async throws {
    let scene = LibraryScene()
    try await scene.library.put(scene.dune(), on: scene.read)
    try await scene.stores.store(of: .account("ada")).save(.sample(7))
    for fails in [false, true] {
      scene.owner.signOut()
      var stores = HookedLibraryStores(stores: scene.stores) {}
      stores.afterReading = { [owner = scene.owner] _ async throws(StorageError) in
        guard await owner.owner == .guest else { return }
        await owner.signIn("ada", expires: nil)
        if fails { throw .full }
      }
      let library = Library(
        stores: stores, owner: scene.owner, clock: scene.clock, identifiers: UniqueIdentifiers())
      let titles = try await library.read("testing") { reader throws(StorageError) in
        try reader.allEntries().map(\.book.title)
      }
      #expect(titles == ["Book 7"])
    }
  }

  @Test("A change of an entry that only the guest had makes one of the book alone")
  func newEntry() async throws {
    let scene = LibraryScene()
    var kept = try await scene.library.put(scene.dune(), on: scene.read).value
    kept = try await scene.library.change(kept, as: .edited) { $0.notes = "Lent by Bo." }.value
    await scene.owner.signIn("ada", expires: nil)
    let rated = try await scene.library.change(kept, as: .rated(4)) { $0.rating = 4 }.value
    #expect(rated.book == kept.book && rated.rating == 4)
    #expect(rated.id != kept.id && rated.notes.isEmpty)
  }

  @Test("An owner can't undo another owner's changes")
  func undo() async throws {
    let scene = LibraryScene()
    try await scene.library.put(scene.dune(), on: scene.read)
    await scene.owner.signIn("ada", expires: nil)
    #expect(scene.library.changes.undo == nil)
    #expect(await scene.library.undo() == nil)
    try await scene.library.put(scene.dune(), on: scene.reading)
    scene.owner.signOut()
    #expect(scene.library.changes.undo == nil)
    #expect(try await scene.store.counts() == [.read: 1])
    // The guest's own list is still there.
    await scene.library.loadChanges()
    #expect(scene.library.changes.undo?.kind == .added(to: scene.read))
    #expect(await scene.library.undo()?.kind == .added(to: scene.read))
    #expect(try await scene.stores.store(of: .account("ada")).count() == 1)
  }

  @Test("Preparing the feature for an owner loads what the owner can undo")
  func prepare() async throws {
    let feature = scene.feature
    await withApp({ AppSession(context: scene.context, features: [feature]) }) { app in
      await app.open("booksapp://books/dune")
      await app.tap("want")
      #expect(app.content.action("undo") != nil)
      await feature.prepare?()
      #expect(app.content.action("undo") != nil)
    }
  }
}
