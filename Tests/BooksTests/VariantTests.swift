import Services
import Core
import TestKit
import Testing

@testable import Books

@Suite("Variants and favourites") @MainActor
struct VariantTests {
  private func sections(_ app: AppDriver) -> [String] {
    app.content.sections.map(\.id.rawValue)
  }

  @Test("The page of the variant own-first begins with the reader's own data, and folds the rest")
  func ownFirst() async {
    let scene = BooksScene(variant: "own-first")
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await app.tap("want")
      #expect(sections(app) == ["mine", "facts", "authors"])
      #expect(app.notice == "Added to “Want to read”.")
      await app.tap("more")
      #expect(app.notice == nil)
      #expect(sections(app).suffix(3) == ["summary", "authors", "subjects"])
      #expect(app.content.action("more") == nil)
      await app.choose(app.content.rows.last?.title ?? "")
      await app.back()
      await app.tap("less")
      #expect(sections(app) == ["mine", "facts", "authors"])
    }
  }

  @Test(
    "The default page begins with the book, and shows all of it",
    arguments: [nil, "other", "OWN-FIRST"])
  func usual(_ variant: String?) async {
    let scene = BooksScene(variant: variant)
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await app.tap("want")
      #expect(
        sections(app).filter { $0 != "cover" }
          == ["facts", "mine", "summary", "authors", "subjects"])
      #expect(app.content.action("more") == nil)
    }
  }

  @Test("Both pages have the same actions")
  func sameActions() async throws {
    var actions: [[Action]] = []
    for variant in [nil, "own-first"] {
      let scene = BooksScene(variant: variant)
      try await scene.keepDune()
      await withApp(scene.session) { app in
        await app.open("booksapp://books/dune")
        actions.append(app.content.actions.filter { $0.id != "more" })
      }
    }
    try #require(actions.count == 2)
    #expect(!actions[0].isEmpty && actions[0] == actions[1])
  }

  @Test("A reader's favourite subjects come first, each subject once")
  func favourites() async {
    let scene = BooksScene()
    scene.favourites = ["poetry", "Sea stories", "POETRY", " ", "Sea stories ", "Drama"]
    await withApp(scene.session) { app in
      #expect(app.rows.prefix(4) == ["Poetry", "Sea stories", "Drama", "Adventure"])
      #expect(app.rows.count { $0.lowercased() == "poetry" } == 1)
      await app.choose("Poetry")
      #expect(app.title == "Poetry")
      await app.back()
      scene.favourites = []
      #expect(app.rows.first == "Adventure")
    }
  }

  @Test("Any favourites give a valid list", arguments: Hostile.texts)
  func hostileFavourites(_ text: String) async {
    let scene = BooksScene()
    scene.favourites = [text, "Drama"] + (0..<1000).map { "\(text)\($0)" }
    await withApp(scene.session) { app in
      let ids = app.content.rows.map(\.id)
      #expect(Set(ids).count == ids.count)
      #expect(app.rows.contains("Travel"))
      #expect(ids.count < 60)
    }
  }
}
