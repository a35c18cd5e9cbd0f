import Core
import TestKit
import Testing

@testable import Books

@Suite("The filters and the order of a search") @MainActor
struct SearchFilterTests {
  private let scene = BooksScene()

  @Test("Clear removes filters and keeps words and order; without filters it removes all")
  func clear() async {
    await withApp(scene.session) { app in
      await app.tab("Search")
      await app.tap("search", "war")
      await app.tap("sort", "title")
      await app.tap("filter")
      await app.fill("Author", "Nobody")
      await app.tap("apply")
      #expect(app.content.subtitle == "“war” · by Nobody · by title · 0 books")
      #expect(
        app.content.status
          == .empty(message: "No books match with these filters. Use clear to remove them."))
      await app.tap("clear")
      #expect(app.content.subtitle?.hasPrefix("“war” · by title · ") == true)
      #expect(!app.rows.isEmpty)
      await app.tap("clear")
      #expect(app.content.subtitle == nil)
      await app.tap("search", "war")
      #expect(app.content.subtitle?.contains("by title") == false)
    }
  }

  @Test("A sort order stays for later searches, and the screen says so")
  func order() async {
    await withApp(scene.session) { app in
      await app.tab("Search")
      await app.tap("search", "war")
      await app.tap("sort", "newest")
      await app.tap("search", "dune")
      #expect(app.content.subtitle?.hasPrefix("“dune” · newest first · ") == true)
      await app.tap("sort", "relevance")
      #expect(app.content.subtitle?.contains("first") == false)
    }
  }

  @Test(
    "The years of a filter are named with the last one in it",
    arguments: [
      (1900, 1990, "from 1900 to 1990"), (-800, nil, "since 800 BC"), (nil, 1990, "up to 1990"),
      (nil, nil, nil),
    ] as [(Int?, Int?, String?)])
  func years(_ from: Int?, _ to: Int?, _ text: String?) {
    #expect(BooksText.years(from: from, to: to) == text)
  }
}
