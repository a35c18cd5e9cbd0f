import Books
import Core
import Services
import TestKit
import Testing

@Suite("What a search can find")
@MainActor struct SearchInvitationTests {
  private let scene = BooksScene()

  private func session(listsEditions: Bool) -> AppSession {
    let catalogue = RecordingCatalogue(listsEditions: listsEditions)
    return scene.sessionOver(catalogue)
  }

  @Test(
    "The search screen offers ISBNs of the catalogue only if it has them",
    arguments: [
      (
        true, "Search by title, author, subject or ISBN.", "title, author, subject or ISBN",
        "Search for the title, or add the book by hand: add, under Search in the app."
      ),
      (
        false, "Search by title, author or subject, and your own books also by ISBN.",
        "title, author or subject",
        "This catalogue has no ISBNs. Search for the title, or add the book by hand:"
          + " add, under Search in the app."
      ),
    ])
  func isbn(
    listsEditions: Bool, _ invitation: String, _ placeholder: String, _ advice: String
  ) async {
    await withApp({ session(listsEditions: listsEditions) }) { app in
      await app.tab("Search")
      #expect(app.content.status == .empty(message: invitation))
      #expect(app.content.action("search")?.input?.placeholder == placeholder)
      await app.tap("search", "9780547928227")
      #expect(
        app.content.status == .empty(message: "No books match “9780547928227”. \(advice)"))
    }
  }
}
