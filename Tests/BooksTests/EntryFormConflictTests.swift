import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("The form for the reader's data of a book that another window changes, and cleared progress")
@MainActor
struct EntryFormConflictTests {
  private let scene = BooksScene()

  /// Changes the book as another window does.
  @discardableResult
  private func elsewhere(_ change: (inout LibraryEntry) -> Void) async throws -> LibraryEntry {
    var entry = try #require(try await scene.guestStore.entry("entry-1"))
    change(&entry)
    try await scene.guestStore.save(entry)
    return entry
  }

  @Test(
    "A value that another window has changed is replaced only by a second save",
    arguments: [
      ("Rating", "2", "rating. It is now ★★★★★."), ("Progress", "50", "progress. It is now “200”."),
      ("Started", "2026-11-01", "date. It is now 2026-10-01."),
      ("Finished", "2026-11-01", "date. It is now 2026-10-02."),
      ("Notes to yourself", "from b", "text. It is now “from a”."),
      ("Review", "from b", "text. It is now “A's”."),
    ])
  func replaced(field: String, typed: String, conflict: String) async throws {
    try await scene.keepDune()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill(field, typed)
      let value = app.value(of: field)
      let other = try await elsewhere { entry in
        (entry.rating, entry.progress, entry.started) = (5, .page(200), CalendarDate("2026-10-01"))
        (entry.notes, entry.review) = ("from a", "A's")
        if field == "Finished" {
          (entry.shelves, entry.finished) = ([.read], CalendarDate("2026-10-02"))
        }
      }
      await app.tap("save")
      #expect(app.title == "Notes on Dune" && app.value(of: field) == value)
      #expect(app.text.contains("Another window has changed this \(conflict)"))
      let kept = try await scene.guestStore.entry("entry-1")
      #expect(kept == other)
      await app.tap("save")
      #expect(app.notice == "Saved.")
      await app.tap("notes")
      #expect(app.value(of: field) == value)
      let saved = try #require(try await scene.guestStore.entry("entry-1"))
      #expect((saved.notes == "from a") == (field != "Notes to yourself"))
      #expect((saved.review == "A's") == (field != "Review"))
    }
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

  @Test("A cleared progress of a first reading takes all its records along")
  func clearedFirst() {
    var entry = LibraryEntry.reading(
      1, pages: 412, history: [("2026-11-17", .page(100)), ("2026-11-18", .page(300))])
    entry.clearProgress()
    #expect(entry.progress == nil && entry.history == [] && entry.pagesByDay.isEmpty)
  }
}
