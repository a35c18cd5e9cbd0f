import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("An imported book of a guest that a move joins with the account's copy") @MainActor
struct JoinedBookTests {
  private let scene = BooksScene()

  init() {
    scene.requireEverything()
  }

  /// Keeps a copy of Emma without a reference.
  private func keep(
    _ number: Int, isImported: Bool, in store: any LibraryStore
  ) async throws {
    var entry = LibraryEntry.sample(number, on: [.read])
    entry.book = BookCopy(title: "Emma", authors: [AuthorName(name: "Jane Austen")])
    try await store.save(entry)
    guard isImported else { return }
    let row = ImportedRow(entry: entry.id, position: 1, header: "Title", text: "Emma")
    try await store.change("testing") { records throws(StorageError) in try records.save([row]) }
  }

  private func keepBoth(areImported: Bool = true) async throws {
    try await keep(1, isImported: areImported, in: scene.guestStore)
    try await keep(7, isImported: areImported, in: scene.adaStore)
  }

  private func review(in app: AppDriver) async {
    await app.open("booksapp://entries/entry-1")
    await app.tap("notes")
    await app.fill("Review", "Sand.")
    await app.tap("save")
    await app.tap("agree")
  }

  @Test("A review of an imported book that a move joins with the account's copy adds no second one")
  func reviewed() async throws {
    scene.movesBooks = true
    try await keepBoth()
    await withApp(scene.session) { app in
      await review(in: app)
      #expect(app.notice == "Saved.")
    }
    let entries = try await scene.adaStore.allEntries()
    #expect(entries.map(\.id) == ["entry-7"] && entries.first?.review == "Sand.")
  }

  @Test(
    "A move joins an imported copy with the catalogue's book, whichever the guest has, and once",
    arguments: [true, false])
  func catalogued(guestHasImported: Bool) async throws {
    let stores = [scene.guestStore, scene.adaStore]
    let (imported, other) =
      guestHasImported ? (stores[0], stores[1]) : (stores[1], stores[0])
    try await keep(1, isImported: true, in: imported)
    // A second copy of the guest stays one of its own.
    if guestHasImported { try await keep(3, isImported: true, in: imported) }
    var emma = LibraryEntry.sample(7, on: [.wantToRead], reference: "emma")
    emma.book = BookCopy(title: "Emma: A Novel", authors: [AuthorName(name: "Jane Austen")])
    emma.notes = "Lent to Bo."
    try await other.save(emma)
    try await BooksAccountData(stores: scene.stores, identifiers: UniqueIdentifiers())
      .move(from: .guest, to: scene.ada)
    let entries = try await scene.adaStore.allEntries()
    #expect(entries.count == (guestHasImported ? 2 : 1))
    let joined = try #require(entries.first { $0.reference == .test("emma") })
    #expect(joined.id == LibraryEntry.ID(guestHasImported ? "entry-7" : "entry-1"))
    #expect(joined.shelves == [.read] && joined.notes == "Lent to Bo.")
    let rows = try await scene.adaStore.change("testing") { records throws(StorageError) in
      try records.importedRows()
    }
    #expect(rows.contains { $0.entry == joined.id }, "the row stays with its book")
  }

  @Test("A move joins a copy with the catalogue's book, also if the account has removed its own")
  func cataloguedAfterRemoval() async throws {
    try await keep(1, isImported: true, in: scene.guestStore)
    try await keep(5, isImported: true, in: scene.adaStore)
    try await scene.adaStore.remove("entry-5")
    var emma = LibraryEntry.sample(7, on: [.wantToRead], reference: "emma")
    emma.book = BookCopy(title: "Emma", authors: [AuthorName(name: "Jane Austen")])
    try await scene.adaStore.save(emma)
    try await BooksAccountData(stores: scene.stores, identifiers: UniqueIdentifiers())
      .move(from: .guest, to: scene.ada)
    let entries = try await scene.adaStore.allEntries()
    #expect(entries.map(\.id) == ["entry-7"] && entries.first?.shelves == [.read])
  }

  @Test("A shelf for an imported book that a move joins with the account's copy gets that copy")
  func shelved() async throws {
    scene.movesBooks = true
    scene.requirements = BooksRequirements(
      membership: Requirement(
        isMet: { [scene] in scene.context.owner.isSignedIn },
        make: { [scene] _ in AskingFlow("Membership") { await scene.signIn() } }))
    try await keepBoth()
    for number in 1...3 {
      try await scene.guestStore.save(Shelf(id: Shelf.ID("s\(number)"), name: "Shelf \(number)"))
    }
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("shelve")
      await app.tap("new", "Poems")
      await app.tap("agree")
      #expect(app.title == "Emma" && app.notice == "Added to “Poems”.")
    }
    let poems = try #require(try await scene.adaStore.ownShelves().last)
    let entries = try await scene.adaStore.allEntries()
    #expect(entries.map(\.id) == ["entry-7"] && entries.first?.shelves == [.read, poems.id])
  }

  @Test("A newer copy made by hand does not hide the imported one that a move has joined")
  func besideNewer() async throws {
    scene.movesBooks = true
    try await keepBoth()
    try await keep(9, isImported: false, in: scene.adaStore)
    await withApp(scene.session) { app in
      await review(in: app)
      #expect(app.notice == "Saved.")
    }
    #expect(try await scene.adaStore.allEntries().count == 2)
    #expect(try await scene.adaStore.entry("entry-7")?.review == "Sand.")
  }

  @Test("A book made by hand that stays with the guest is not taken for another one made by hand")
  func byHand() async throws {
    try await keepBoth(areImported: false)
    await withApp(scene.session) { app in
      await review(in: app)
      #expect(app.notice == "Saved. Added to “Read”.")
    }
    let entries = try await scene.adaStore.allEntries()
    #expect(entries.count == 2 && Set(entries.map(\.review)) == ["", "Sand."])
    #expect(try await scene.adaStore.entry("entry-7")?.review == "")
  }

  @Test("A book that another window has removed is added again, beside an imported namesake")
  func removed() async throws {
    try await keep(1, isImported: false, in: scene.guestStore)
    try await keep(7, isImported: true, in: scene.guestStore)
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("shelve")
      try await scene.guestStore.remove("entry-1")
      await app.choose("Reading")
      #expect(app.title == "Emma")
    }
    let entries = try await scene.guestStore.allEntries()
    #expect(entries.count == 2 && entries.filter { $0.shelves == [.reading] }.count == 1)
    #expect(try await scene.guestStore.entry("entry-7")?.shelves == [.read])
  }

  @Test("A page that has not found its book has no problem once a change gives it one")
  func found() async {
    let selection = CatalogueSelection(only: RecordingCatalogue(), context: scene.context)
    let library = LibraryScene().library
    let page = BookDetailViewModel(
      .entry("entry-1"), services: BooksServices(selection: selection, library: library))
    await page.load()
    #expect(page.phase == .failed(.notFound))
    await page.put(on: .read, .sample(1))
    #expect(page.phase == .ready && page.entry?.shelves == [.read])
  }
}
