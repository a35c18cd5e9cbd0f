import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("The form for the reader's data about a book that another window changes") @MainActor
struct EntryFormConflictTests {
  private let scene = BooksScene()

  /// Changes the book as another window does.
  private func elsewhere(_ change: (inout LibraryEntry) -> Void) async throws {
    var entry = try #require(try await scene.guestStore.entry("entry-1"))
    change(&entry)
    try await scene.guestStore.save(entry)
  }

  @Test(
    "A conflict of the total counts with the new one, or is replaced by a second save",
    arguments: ["400", "140/310"])
  func total(_ typed: String) async throws {
    try await scene.guestStore.save(.reading(1, pages: 300, history: [("2026-11-18", .page(120))]))
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Progress", "140/310")
      try await elsewhere { $0.book.pages = 480 }
      await app.tap("save")
      #expect(app.text.contains("Another window has changed this progress. It is now “120/480”."))
      await app.fill("Progress", "500")
      #expect(app.text.contains("The book has 480 pages."))
      await app.fill("Progress", typed)
      #expect(!app.text.contains("The book has"))
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
    let kept = try await scene.guestStore.entry("entry-1")
    #expect(kept?.progress == .page(typed == "400" ? 400 : 140))
    #expect(kept?.book.pages == (typed == "400" ? 480 : 310))
  }

  @Test("A conflict is shown until its own field is corrected or the form is saved again")
  func severalConflicts() async throws {
    try await scene.keepDune()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Rating", "2")
      await app.fill("Notes to yourself", "from b")
      try await elsewhere { ($0.rating, $0.notes) = (Rating(stars: 5), "from a") }
      await app.tap("save")
      let rating = "Another window has changed this rating. It is now ★★★★★."
      let notes = "Another window has changed this text. It is now “from a”."
      #expect(app.text.contains(rating) && app.text.contains(notes))
      await app.fill("Rating", "3")
      #expect(!app.text.contains(rating) && app.text.contains(notes))
      await app.fill("Review", "Sand.")
      #expect(app.text.contains(notes))
      try await elsewhere { $0.notes = "from c" }
      await app.tap("save")
      #expect(app.text.contains("Another window has changed this text. It is now “from c”."))
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
    let kept = try await scene.guestStore.entry("entry-1")
    #expect(kept?.rating == 3 && kept?.notes == "from b" && kept?.review == "Sand.")
  }
}
