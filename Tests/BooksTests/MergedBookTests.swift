import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("A book on a shelf whose record was merged into another one")
@MainActor struct MergedBookTests {
  private let scene = BooksScene()

  /// The catalogue has the book by another key, title and author than the library.
  private func session() -> AppSession {
    let catalogue = RecordingCatalogue(
      [CatalogueBook(reference: .test("new"), title: "New", authors: [AuthorName(name: "B. B.")])],
      redirects: ["old": "new"])
    return scene.sessionOver(catalogue)
  }

  @Test("A shelved book with a merged record keeps its page after a form, and isn't added again")
  func stays() async throws {
    try await scene.guestStore.save(.sample(7, on: [.wantToRead], reference: "old"))
    await withApp(session) { app in
      await app.open("booksapp://books/old?catalogue=test")
      #expect(app.title == "Book 7")
      await app.tap("notes")
      await app.close()
      #expect(app.title == "Book 7")
      await app.tap("start")
    }
    let entries = try await scene.guestStore.allEntries()
    #expect(entries.map(\.id) == ["entry-7"] && entries.first?.standardShelf == .reading)
  }

  @Test("A shelved book with a merged record can be put back after its removal on the page")
  func removed() async throws {
    try await scene.guestStore.save(.sample(7, on: [.wantToRead], reference: "old"))
    await withApp(session) { app in
      await app.open("booksapp://books/old?catalogue=test")
      await app.tap("remove")
      #expect(app.title == "New")
      await app.tap("undo")
      #expect(app.title == "Book 7")
    }
    #expect(try await scene.guestStore.count() == 1)
  }
}
