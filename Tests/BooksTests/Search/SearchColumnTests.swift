import Core
import TestKit
import Testing

@Suite("The second column beside a search") @MainActor
struct SearchColumnTests {
  private let scene = BooksScene(layout: .wide)

  @Test("A search for other words or with other filters closes the book of the search before")
  func changed() async {
    await withApp(scene.session) { app in
      await app.tab("Search")
      await app.tap("search", "hobbit")
      await app.choose("The Hobbit")
      await app.choose("J. R. R. Tolkien")
      #expect(app.titles == ["Search", "J. R. R. Tolkien"])
      await app.tap("search", "emma")
      #expect(app.titles == ["Search"])
      await app.choose("Emma")
      await app.tap("filter")
      await app.fill("author", "Austen")
      await app.tap("apply")
      #expect(app.titles == ["Search"])
      await app.choose("Emma")
      await app.tap("clear")
      #expect(app.titles == ["Search"])
      await app.choose("Emma")
      await app.tap("search", "xyzzyx")
      #expect(app.titles == ["Search"] && app.rows.isEmpty)
    }
  }

  @Test("The same search, in any order, keeps the book beside it")
  func repeated() async {
    await withApp(scene.session) { app in
      await app.tab("Search")
      await app.tap("search", "emma")
      await app.choose("Emma")
      await app.tap("search", "emma")
      await app.tap("sort", "title")
      await app.tap("start")
      #expect(app.titles == ["Search", "Emma"])
    }
  }

  @Test("A restart restores the last search with the book that was opened in it")
  func restored() async {
    await withApp(scene.session) { app in
      await app.tab("Search")
      await app.tap("search", "hobbit")
      await app.choose("The Hobbit")
      await app.tap("search", "emma")
    }
    await withApp(scene.session, restoring: true) { app in
      #expect(app.titles == ["Search"] && app.rows.contains("Emma"))
      await app.choose("Emma")
    }
    await withApp(scene.session, restoring: true) { app in
      #expect(app.titles == ["Search", "Emma"])
    }
  }
}

extension AppDriver {
  /// The titles of the visible screens.
  fileprivate var titles: [String] { session.snapshot.panes.map(\.content.title) }
}
