import Accounts
import Catalogue
import Core
import LocalCatalogue
import Services
import TestKit
import Testing

@testable import Books

@Suite("The order that a reader chose for a shelf") @MainActor
struct KeptShelfOrderTests {
  private let scene = BooksScene()

  private func save(
    _ order: ShelfOrder?, of shelf: Shelf.ID, in store: any LibraryStore
  ) async throws {
    try await store.change("testing") { records throws(StorageError) in
      try records.save(order, of: shelf)
      let kept = try records.order(of: shelf)
      #expect(kept == order)
    }
  }

  @Test(
    "A reader's order is kept for each shelf and owner, and erased with them",
    arguments: NamedLibraryStores.all)
  func kept(_ named: NamedLibraryStores) async throws {
    let stores = try named.make().stores
    let (ada, guest) = (stores.store(of: .account("ada")), stores.store(of: .guest))
    for (number, key) in ShelfOrder.Key.allCases.enumerated() {
      let order = ShelfOrder(key, isReversed: number % 2 == 0)
      try await save(order, of: .read, in: ada)
      #expect(try await ada.order(of: .read) == order)
    }
    try await save(ShelfOrder(.title), of: "own", in: ada)
    try await save(ShelfOrder(.author), of: .read, in: guest)
    #expect(try await ada.order(of: .reading) == nil)
    #expect(try await guest.order(of: "own") == nil)
    try await save(nil, of: .read, in: ada)
    #expect(try await ada.order(of: .read) == nil)
    try await ada.removeAll()
    #expect(try await ada.order(of: "own") == nil)
    #expect(try await guest.order(of: .read) == ShelfOrder(.author))
  }

  @Test("The next run keeps a shelf's chosen order until the reader chooses the usual one again")
  func nextRun() async throws {
    for number in 1...3 { try await scene.guestStore.save(.sample(number, on: [.read])) }
    try await scene.guestStore.save(.sample(4, on: [.reading]))
    try await scene.guestStore.save(.sample(5, on: [.reading]))
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      await app.tap("sort", "title")
      await app.tap("reverse")
    }
    try await withApp(scene.session) { app in
      await app.open("booksapp://shelves/reading")
      #expect(app.content.subtitle == "2 books · last added first")
      await app.open("booksapp://shelves/read")
      #expect(app.content.subtitle == "3 books · by title, Z to A")
      #expect(app.rows == ["Book 3", "Book 2", "Book 1"])
      #expect(app.content.action("sort")?.input?.value == .choice("title"))
      await app.tap("sort", "added")
      let order = try await scene.guestStore.order(of: .read)
      #expect(order == nil)
    }
  }

  @Test("A guest's shelf order goes with the books to an account that has none for the shelf")
  func moved() async throws {
    scene.movesBooks = true
    for store in [scene.guestStore, scene.adaStore] {
      try await store.save(.sample(1, on: [.read]))
    }
    try await scene.guestStore.save(Shelf(id: "g", name: "Sea"))
    try await scene.adaStore.save(Shelf(id: "a", name: "SEA"))
    try await save(ShelfOrder(.pages), of: "g", in: scene.guestStore)
    try await save(ShelfOrder(.year), of: .read, in: scene.guestStore)
    try await save(ShelfOrder(.title), of: .read, in: scene.adaStore)
    await scene.signIn()
    #expect(try await scene.adaStore.order(of: "a") == ShelfOrder(.pages))
    #expect(try await scene.adaStore.order(of: .read) == ShelfOrder(.title))
    #expect(try await scene.guestStore.order(of: .read) == nil)
  }

  @Test("Deleting a shelf also deletes its chosen order")
  func deleted() async throws {
    try await scene.guestStore.save(Shelf(id: "own", name: "Own"))
    for number in 1...2 { try await scene.guestStore.save(.sample(number, on: ["own"])) }
    try await withApp(scene.session) { app in
      await app.open("booksapp://shelves/own")
      await app.tap("sort", "title")
      let kept = try await scene.guestStore.order(of: "own")
      #expect(kept == ShelfOrder(.title))
      await app.tap("delete")
    }
    #expect(try await scene.guestStore.order(of: "own") == nil)
  }

  @Test("A chosen order that can't be saved is shown, and the screen says so")
  func full() async throws {
    for number in 1...2 { try await scene.guestStore.save(.sample(number, on: [.read])) }
    await withApp({ scene.sessionOver(libraries: scene.fullStores) }) { app in
      await app.open("booksapp://shelves/read")
      await app.tap("sort", "title")
      #expect(app.rows == ["Book 1", "Book 2"])
      #expect(app.notice == StorageError.full.description)
    }
  }

  @Test("A shelf has the usual order if the table has an unknown one")
  func unknown() async throws {
    let file = try DamagedFile()
    let store = try file.store()
    try await save(ShelfOrder(.title), of: .read, in: store)
    try file.damage("UPDATE library_shelf_orders SET reversed = -7")
    #expect(try await store.order(of: .read) == ShelfOrder(.title))
    try file.damage("UPDATE library_shelf_orders SET key = char(27) || 'title'")
    #expect(try await store.order(of: .read) == nil)
  }
}
