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

  @Test("A form that changes nothing does not report another window's change as its own")
  func unchanged() async throws {
    try await scene.guestStore.save(.reading(1, pages: 200, history: [("2026-11-18", .page(10))]))
    let (session, context) = (scene.session, scene.context)
    let elsewhere = Library(
      stores: scene.stores, owner: context.owner, clock: context.clock,
      identifiers: context.identifiers)
    try await withApp(session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      let entry = try #require(try await scene.guestStore.entry("entry-1"))
      try await elsewhere.record(.percent(100), in: entry)
      await app.tap("save")
      #expect(app.notice == "Saved.")
      #expect(app.text.contains("Finished 2026-11-20"), "what the other window has saved is shown")
    }
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

  @Test("A progress that is put back after a conflict is recorded like any other")
  func progressPutBack() async throws {
    var entry = LibraryEntry.reading(1, pages: 200, history: [("2026-11-18", .page(100))])
    try await scene.guestStore.save(entry)
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Progress", "120")
      entry = try await elsewhere { $0.record(.page(200), on: .testDay) }
      await app.tap("save")
      #expect(app.text.contains("Another window has changed this progress."))
      await app.fill("Progress", "100")
      await app.tap("save")
      #expect(app.notice == "Saved. Moved to “Reading”.")
    }
    let kept = try #require(try await scene.guestStore.entry("entry-1"))
    #expect(kept.standardShelf == .reading && kept.finished == nil && kept.progress == .page(100))
    #expect(kept.history.last?.progress == .page(100))
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

  @Test("A rating and a progress of another window are replaced only by a second save")
  func ratingAndProgress() async throws {
    try await scene.keepDune()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Rating", "2")
      await app.fill("Progress", "50")
      let other = try await elsewhere {
        ($0.rating, $0.progress) = (Rating(stars: 5), .page(200))
      }
      await app.tap("save")
      #expect(app.text.contains("Another window has changed this rating."))
      #expect(app.text.contains("Another window has changed this progress."))
      #expect(try await scene.guestStore.entry("entry-1") == other)
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
    let kept = try await scene.guestStore.entry("entry-1")
    #expect(kept?.rating == Rating(stars: 2) && kept?.progress == .page(50))
  }

  @Test("A cleared progress takes its records along, except those of an earlier reading")
  func clearedProgress() async throws {
    var entry = LibraryEntry.reading(
      1, pages: 412,
      history: [
        ("2025-01-01", .page(400)), ("2025-01-02", .page(412)), ("2026-11-18", .page(300)),
      ])
    entry.readings = [PastReading(finished: CalendarDate("2025-01-02"))]
    try await scene.guestStore.save(entry)
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Progress", "")
      await app.tap("save")
      #expect(app.notice == "Saved.")
      let kept = try await scene.guestStore.entry("entry-1")
      #expect(kept?.progress == nil && kept?.history == Array(entry.history.prefix(2)))
      await app.tap("undo")
      #expect(try await scene.guestStore.entry("entry-1")?.history == entry.history)
    }
  }

  @Test("A cleared progress of a finished book leaves its days")
  func clearedAfterEnd() async throws {
    let entry = LibraryEntry.reading(
      1, pages: 412, finished: "2026-11-18", history: [("2026-11-17", .page(300))])
    try await scene.guestStore.save(entry)
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Progress", "")
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
    let kept = try await scene.guestStore.entry("entry-1")
    #expect(kept?.progress == nil && kept?.history == entry.history)
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
