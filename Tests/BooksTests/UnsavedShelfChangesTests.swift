import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("Changes of a shelf that can't be saved") @MainActor
struct UnsavedShelfChangesTests {
  private let scene = BooksScene()

  @Test("A change of several books that can't be saved is reported, and they stay selected")
  func several() async throws {
    try await scene.guestStore.save(Shelf(id: "sea", name: "Sea"))
    for number in 1...2 { try await scene.guestStore.save(.sample(number, on: [.read, "sea"])) }
    let before = try await scene.guestStore.allEntries()
    await withApp({ scene.sessionOver(libraries: scene.fullStores) }) { app in
      await app.open("booksapp://shelves/sea")
      let changes: [(String, String?)] = [
        ("rate-selected", "4"), ("move-selected", "Reading"), ("unshelve-selected", nil),
      ]
      for (action, input) in changes {
        await app.tap("select-books", "all")
        #expect(app.notice == nil)
        await app.tap(action, input)
        #expect(app.notice == StorageError.full.description, "\(action)")
        #expect(app.content.subtitle?.hasSuffix("2 selected") == true, "\(action)")
      }
    }
    #expect(try await scene.guestStore.allEntries() == before)
  }

  @Test("Books for a shelf that another window has deleted stay selected, and the list says so")
  func gone() async throws {
    let alone = LibraryScene()
    let shelf = try await alone.library.makeShelf(named: "Sea")
    try await alone.store.save(.sample(1, on: [.read]))
    let selection = CatalogueSelection(only: RecordingCatalogue(), context: scene.context)
    let model = ShelfViewModel(
      .read, services: BooksServices(selection: selection, library: alone.library))
    await model.reload()
    await model.select("all")
    try await alone.store.removeShelf(shelf.id)
    await model.putSelected(on: shelf)
    #expect(model.result == .gone(shelf) && model.selection == ["entry-1"])
    let notice = BooksText.notice(ShelfViewModel.Result.gone(shelf))
    let text = "“Sea” no longer exists. Nothing was changed; choose another shelf."
    #expect(notice == Notice(text, tone: .problem))
    await model.putSelected(on: .read)
    #expect(model.result == .unchanged && model.selection == ["entry-1"])
    await model.putSelected(on: .reading)
    #expect(model.selection == [] && model.problem == nil)
  }

  @Test("A new name of a shelf that can't be saved is reported, and the input is kept")
  func name() async throws {
    try await scene.guestStore.save(Shelf(id: "sea", name: "Sea"))
    await withApp({ scene.sessionOver(libraries: scene.fullStores) }) { app in
      await app.open("booksapp://shelves/sea")
      await app.tap("rename", "Lake")
      #expect(app.notice == StorageError.full.description && app.title == "Sea")
      #expect(app.content.action("rename")?.input?.value == .text("Lake"))
    }
  }
}
