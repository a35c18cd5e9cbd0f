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
