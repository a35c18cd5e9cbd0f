import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

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
        "Search for the title, or use add in the Search tab to add the book by hand."
      ),
      (
        false, "Search by title, author or subject, and your own books also by ISBN.",
        "title, author or subject",
        "This catalogue has no ISBNs. Search for the title, or use add in the Search tab"
          + " to add the book by hand."
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
      await app.tap("add")
      #expect(app.value(of: "title") == nil, "a number is no title")
      #expect(app.value(of: "isbn") == .text("9780547928227"))
      await app.fill("title", "Letters")
      await app.tap("save")
      #expect(app.text.contains("ISBN 9780547928227"))
    }
  }

  @Test("An ISBN with a wrong digit that a search has not found is not taken over")
  func wrongISBN() async {
    await withApp({ session(listsEditions: true) }) { app in
      await app.tab("Search")
      await app.tap("search", "9780547928228")
      await app.tap("add")
      #expect(app.value(of: "title") == nil && app.value(of: "isbn") == nil)
    }
  }

  /// Expects that the form for a book by hand has no title.
  private func expectNoTitle(_ app: AppDriver) async {
    await app.tap("add")
    #expect(app.content.fields.contains { $0.id == "title" })
    #expect(app.value(of: "title") == nil)
    await app.close()
  }

  @Test("After a search with results, or one that failed, the form for a book by hand begins empty")
  func results() async {
    let dune = CatalogueBook(reference: .test("dune"), title: "Dune")
    for catalogue in [RecordingCatalogue([dune]), RecordingCatalogue(failing: .offline)] {
      await withApp({ scene.sessionOver(catalogue) }) { app in
        await app.tab("Search")
        await app.tap("search", "dune")
        await expectNoTitle(app)
      }
    }
  }

  @Test("After a search with filters the form for a book by hand begins empty")
  func filters() async {
    await withApp({ session(listsEditions: true) }) { app in
      await app.tab("Search")
      await app.tap("search", "dune")
      await app.tap("filter")
      await app.fill("author", "Tolkien")
      await app.tap("apply")
      await expectNoTitle(app)
    }
  }

  @Test("A book that a search has not found is added by hand with the words as its title")
  func byHand() async {
    await withApp({ session(listsEditions: true) }) { app in
      await app.tab("Search")
      await app.tap("search", "My grandmother's recipes")
      await app.tap("add")
      #expect(app.value(of: "title") == .text("My grandmother's recipes"))
      await app.close()
      #expect(app.title == "Search", "no unsaved input")
      await app.tap("add")
      await app.tap("save")
      #expect(app.title == "My grandmother's recipes")
      #expect(app.notice == "Added to “Want to read”.")
      await app.back()
      await app.tap("search", "recipes")
      #expect(app.rows == ["My grandmother's recipes"])
      await app.tap("add")
      #expect(app.value(of: "title") == nil, "the search has found one")
    }
  }
}
