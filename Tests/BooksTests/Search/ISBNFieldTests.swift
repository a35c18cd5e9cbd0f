import Core
import Services
import TestKit
import Testing

@Suite("The ISBN of a book by hand")
@MainActor struct ISBNFieldTests {
  private let scene = BooksScene()

  @Test("An ISBN typed by hand is stored without hyphens, and the form says what is wrong with one")
  func form() async throws {
    await withApp({ scene.session() }) { app in
      await app.tab("Search")
      await app.tap("add")
      await app.fill("title", "Zebra Chronicle")
      for (text, problem) in [
        ("978-0-547-92822-8", "Check the digits: the last one should be 7."),
        ("12345", "An ISBN has 10 or 13 digits; this has 5."),
        ("zebra", "An ISBN has only digits and hyphens."),
      ] {
        await app.fill("isbn", text)
        #expect(app.text.contains(problem), "\(text), as soon as it is typed")
        await app.tap("save")
        #expect(app.text.contains(problem), "\(text)")
      }
      await app.fill("isbn", "978-0-547-92822-7")
      #expect(!app.text.contains("An ISBN has"))
      await app.tap("save")
      await app.home()
      await app.tap("search", "054792822X")
      #expect(app.rows.contains("Zebra Chronicle"))
      await app.choose("Zebra Chronicle")
      #expect(app.text.contains("ISBN 9780547928227"))
      await app.tap("edit-book")
      #expect(app.value(of: "isbn") == .text("9780547928227"))
      await app.fill("isbn", "")
      await app.tap("save")
      #expect(!app.text.contains("ISBN 9780547928227"))
    }
  }
}
