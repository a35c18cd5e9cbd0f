import Catalogue
import Core
import Services
import Synchronization
import TestKit
import Testing

@testable import Books

@Suite("The page of a shelf") @MainActor
struct ShelfPageTests {
  private let scene = BooksScene()

  @Test("Deleting a restored shelf shows the notice, too")
  func restored() async throws {
    try await scene.guestStore.save(Shelf(id: "sea", name: "Sea"))
    try await scene.guestStore.save(.sample(1, on: ["sea"]))
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      let page = try #require(app.session.snapshot.entries.first)
      let navigation = app.session.navigation
      let tab = try #require(navigation.owner(of: page)?.parent as? BrowsingCoordinator)
      #expect(await tab.show(BooksPlace.shelf("sea").route) == .shown)
      await app.session.settle()
      #expect(app.title == "Sea")
      await app.tap("delete")
      #expect(app.title == "Book 1")
      await app.home()
      #expect(
        app.notice
          == "Deleted “Sea”. Its book stays in your library; it is now on “Want to read”.")
      await app.tab("Search")
      await app.tab("Shelves")
      #expect(app.notice == nil)
    }
  }

  @Test("The notice of a deleted shelf says how many books it had and where they are now")
  func places() async throws {
    try await scene.guestStore.save(Shelf(id: "sea", name: "Sea"))
    for number in 1...2 { try await scene.guestStore.save(.sample(number, on: ["sea"])) }
    var rated = LibraryEntry.sample(3, on: ["sea"])
    rated.rating = 4
    try await scene.guestStore.save(rated)
    for number in 4...5 { try await scene.guestStore.save(.sample(number, on: ["sea", .reading])) }
    try await withApp(scene.session) { app in
      await app.tab("Shelves")
      await app.choose("Sea")
      await app.tap("delete")
      #expect(
        app.notice == "Deleted “Sea”. Its 5 books stay in your library; "
          + "2 are now on “Want to read”, 1 on “Read”.")
      await app.tap("undo")
      for number in 1...3 {
        try await scene.guestStore.remove(LibraryEntry.ID("entry-\(number)"))
      }
      await app.choose("Sea")
      await app.tap("delete")
      #expect(app.notice == "Deleted “Sea”. Its 2 books stay in your library.")
    }
  }

  @Test("The notice of a deleted shelf is shown until the tab changes")
  func empty() async {
    await withApp(scene.session) { app in
      await app.tab("Shelves")
      await app.tap("new", "Sea")
      await app.choose("Sea")
      await app.tap("delete")
      #expect(app.notice == "Deleted “Sea”.")
      await app.tab("Search")
      await app.tab("Shelves")
      #expect(app.notice == nil)
    }
  }

  @Test("A list that has grown has as many books after one of them was opened")
  func grown() async throws {
    for number in 1...30 { try await scene.guestStore.save(.sample(number)) }
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/reading")
      #expect(app.rows.count == 20)
      await app.tap("more")
      #expect(app.rows.count == 30)
      await app.choose("Book 30")
      await app.back()
      #expect(app.rows.count == 30)
    }
  }

  @Test("More books of a shelf clear the last result")
  func clearedByMore() async throws {
    for number in 1...30 { try await scene.guestStore.save(.sample(number)) }
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/reading")
      await app.tap("Select", "99")
      #expect(app.notice == "There is no book 99. The list has 30 books.")
      await app.tap("more")
      #expect(app.rows.count == 30 && app.notice == nil)
    }
  }

  @Test(
    "After a sign-in, the page of a shelf is that of the account's one with the same name",
    arguments: ["Sea", "SEA"])
  func sameName(_ accountName: String) async throws {
    let (guest, ada) = (scene.guestStore, scene.adaStore)
    for (store, id, name, number) in [(guest, "g", "Sea", 1), (ada, "a", accountName, 2)] {
      try await store.save(Shelf(id: Shelf.ID(id), name: name))
      try await store.save(.sample(number, on: [Shelf.ID(id)]))
    }
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/g")
      #expect(app.title == "Sea" && app.rows == ["Book 1"])
      await scene.signIn()
      await app.session.settleAll()
      #expect(app.title == accountName && app.rows == ["Book 2"])
    }
  }

  @Test("After a sign-in, a filter by another shelf is one by the account's shelf of that name")
  func sameFilter() async throws {
    for (store, id, name) in [(scene.guestStore, "g", "Sea"), (scene.adaStore, "a", "SEA")] {
      try await store.save(Shelf(id: Shelf.ID(id), name: name))
      try await store.save(.sample(1, on: [.read, Shelf.ID(id)]))
    }
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      await app.tap("filters")
      await app.fill("Also on the shelf", "g")
      await app.tap("apply")
      #expect(app.rows == ["Book 1"])
      await scene.signIn()
      await app.session.settleAll()
      #expect(app.rows == ["Book 1"] && app.content.subtitle == "also on “SEA” · 1 book")
      await app.tap("filters")
      #expect(app.value(of: "Also on the shelf") == .choice("a"))
    }
  }

  /// Returns a read shelf of thirty books, whose next reading waits for a gate.
  private func shelf(behind gate: Gate) async throws -> ShelfViewModel {
    for number in 1...30 { try await scene.guestStore.save(.sample(number)) }
    let isHeld = Atomic(false)
    let stores = HookedLibraryStores(
      stores: scene.stores, beforeChange: {},
      beforeReading: {
        if isHeld.exchange(false, ordering: .relaxed) { await gate.wait() }
      })
    let context = scene.context
    let library = Library(
      stores: stores, owner: context.owner, clock: context.clock, identifiers: context.identifiers)
    let selection = CatalogueSelection(only: RecordingCatalogue(), context: context)
    let model = ShelfViewModel(
      .reading, services: BooksServices(selection: selection, library: library))
    await model.reload()
    #expect(model.entries.count == 20)
    isHeld.store(true, ordering: .relaxed)
    return model
  }

  @Test("An answer to an older filter does not replace that to the newest")
  func olderFilter() async throws {
    let gate = Gate()
    let model = try await shelf(behind: gate)
    let older = Task.immediate { await model.filter(by: "Book") }
    await gate.arrived()
    await model.filter(by: "Book 30")
    gate.open()
    await older.value
    #expect(model.entries.map(\.book.title) == ["Book 30"])
  }

  @Test("A page of books that was asked for twice is added once")
  func samePage() async throws {
    let gate = Gate()
    let model = try await shelf(behind: gate)
    let older = Task.immediate { await model.loadMore() }
    await gate.arrived()
    await model.loadMore()
    gate.open()
    await older.value
    #expect(model.entries.count == 30 && Set(model.entries.map(\.id)).count == 30)
  }
}
