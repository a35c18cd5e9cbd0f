import Catalogue
import Core
import Services
import Synchronization
import TestKit
import Testing

@testable import Books

@Suite("Forms of a book that another window changes, and values by mistake") @MainActor
struct BookFormConflictTests {
  private let scene = BooksScene()

  /// Changes the book as another window does.
  private func elsewhere(_ change: (inout LibraryEntry) -> Void) async throws -> LibraryEntry {
    var entry = try #require(try await scene.guestStore.entry("entry-1"))
    change(&entry)
    try await scene.guestStore.save(entry)
    return entry
  }

  @Test("A detail that another window has changed meanwhile is replaced only by a second save")
  func detail() async throws {
    try await scene.keepDune()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("edit-book")
      await app.fill("format", "Paperback")
      let other = try await elsewhere { ($0.book.format, $0.book.year) = ("Hardcover", 1965) }
      await app.tap("save")
      #expect(app.text.contains("Another window has changed this. It is now “Hardcover”."))
      #expect(app.text.contains("Save again to replace it."))
      #expect(app.value(of: "format") == .text("Paperback"))
      #expect(try await scene.guestStore.entry("entry-1") == other)
      // And once more.
      _ = try await elsewhere { $0.book.format = "Ebook" }
      await app.tap("save")
      #expect(app.text.contains("Another window has changed this. It is now “Ebook”."))
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
    let kept = try await scene.guestStore.entry("entry-1")?.book
    #expect(kept?.format == "Paperback" && kept?.year == 1965)
  }

  @Test("The value before a conflict can be put back")
  func original() async throws {
    try await scene.keepDune()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("edit-book")
      await app.fill("title", "Mine")
      _ = try await elsewhere { $0.book.title = "Theirs" }
      await app.tap("save")
      await app.fill("title", "Dune")
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
    #expect(try await scene.guestStore.entry("entry-1")?.book.title == "Dune")
  }

  @Test("The same value in both windows is no conflict, however it was typed")
  func typedAlike() async throws {
    try await scene.keepDune()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("edit-book")
      await app.fill("isbn", "978-0-306-40615-7")
      await app.fill("authors", "Ann One,Bo")
      _ = try await elsewhere {
        $0.book.isbn = "9780306406157"
        $0.book.authors = ["Ann One", "Bo"].map { AuthorName(name: $0) }
      }
      await app.tap("save")
      #expect(app.notice == "Saved.")
      await app.tap("notes")
      await app.fill("Progress", "120")
      _ = try await elsewhere { ($0.progress, $0.book.pages) = (.page(120), 200) }
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
  }

  @Test("A corrected conflict is no longer shown, and the same value is none")
  func sameValue() async throws {
    try await scene.keepDune()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("edit-book")
      await app.fill("format", "Paperback")
      _ = try await elsewhere { $0.book.format = "Hardcover" }
      await app.tap("save")
      await app.fill("format", "Hardcover")
      #expect(!app.text.contains("Another window has changed this."))
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
  }

  @Test("A conflict quotes the beginning of the other text, and says if there is none")
  func quotes() {
    #expect(BooksText.quoted("One\nTwo") == "“One…”")
    #expect(BooksText.quoted(String(repeating: "a", count: 61))?.count == 63)
    #expect(BooksText.conflict("Changed.", with: BooksText.quoted("")).contains("now empty"))
  }

  @Test("A title needs a visible character", arguments: ["\u{200B}", "\u{2060}\u{301}", " "])
  func title(_ text: String) async throws {
    try await scene.keepDune()
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("edit-book")
      await app.fill("title", text)
      await app.tap("save")
      #expect(app.text.contains("A book needs a title."))
      await app.fill("title", "Dune\u{200E}")
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
  }

  @Test("A storage problem is shown until the form is saved again")
  func storageProblem() async {
    let isFull = Mutex(true)
    let stores = HookedLibraryStores(stores: scene.stores) { () async throws(StorageError) in
      if isFull.withLock(\.self) { throw .full }
    }
    let context = scene.context
    let library = Library(
      stores: stores, owner: context.owner, clock: context.clock, identifiers: context.identifiers)
    let model = BookFormViewModel(
      .add(title: ""),
      services: BooksServices(
        selection: CatalogueSelection(only: RecordingCatalogue(), context: context),
        library: library))
    model.draft.title = "Dune"
    #expect(await model.save() == nil)
    #expect(model.storageProblem == .full)
    isFull.withLock { $0 = false }
    model.draft.title = ""
    #expect(await model.save() == nil)
    #expect(model.storageProblem == nil && model.lacksTitle)
  }
}
