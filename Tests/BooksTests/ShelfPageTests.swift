import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("The page of a shelf") @MainActor
struct ShelfPageTests {
  private let scene = BooksScene()

  @Test("A shelf that was restored on top of a book is said to be deleted, too")
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
      #expect(app.notice == "Deleted “Sea”. Its books stay in your library.")
      await app.tab("Search")
      await app.tab("Shelves")
      #expect(app.notice == nil)
    }
  }
}
