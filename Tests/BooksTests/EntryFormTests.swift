import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("The form for the reader's data about a book") @MainActor
struct EntryFormTests {
  private let scene = BooksScene()

  @Test("A new finish date moves the book to Read, and one undo takes both back")
  func finished() async throws {
    try await scene.keepDune()
    let before = try await scene.guestStore.entry("entry-1")
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Finished", "2026-11-01")
      await app.tap("save")
      let saved = try #require(try await scene.guestStore.entry("entry-1"))
      #expect(saved.shelves == [.read])
      #expect(saved.finished == CalendarDate("2026-11-01"))
      await app.tap("undo")
    }
    #expect(try await scene.guestStore.entry("entry-1") == before)
  }

  /// Saves the form of a book with these fields.
  private func save(_ fields: KeyValuePairs<String, String>, in app: AppDriver) async {
    await app.open("booksapp://entries/entry-1")
    await app.tap("notes")
    for (field, text) in fields { await app.fill(field, text) }
    await app.tap("save")
    #expect(app.notice?.hasPrefix("Saved.") == true, "\(app.text)")
  }

  /// Keeps a book of 412 pages.
  private func keep(
    on shelves: Set<Shelf.ID>, finished: String? = nil
  ) async throws -> LibraryEntry {
    var entry = LibraryEntry.sample(1, on: shelves)
    entry.book.pages = 412
    entry.finished = finished.flatMap { CalendarDate($0) }
    try await scene.guestStore.save(entry)
    return entry
  }

  @Test("Only the readings that the user has added or removed are saved; another window's stay")
  func readingsChangedMeanwhile() async throws {
    var before = try await keep(on: [.read], finished: "2019-05-01")
    before.readings = [PastReading(finished: CalendarDate("2010-01-01"))]
    try await scene.guestStore.save(before)
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Earlier readings", "2015-01-01")
      var other = try #require(try await scene.guestStore.entry("entry-1"))
      other.put(on: .reading, on: .testDay)
      try await scene.guestStore.save(other)
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
    let entry = try #require(try await scene.guestStore.entry("entry-1"))
    #expect(entry.readings.typed == "2015-01-01, 2019-05-01" && entry.standardShelf == .reading)
  }

  @Test("A finish date before the start that another window has set is not saved")
  func startAfterFinish() async throws {
    _ = try await keep(on: [.reading])
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Finished", "2026-03-01")
      var other = try #require(try await scene.guestStore.entry("entry-1"))
      other.started = CalendarDate("2026-05-01")
      try await scene.guestStore.save(other)
      for _ in 1...2 { await app.tap("save") }
      #expect(app.text.contains("The finish date is before the start date."))
      let kept = try await scene.guestStore.entry("entry-1")
      #expect(kept == other)
      await app.fill("Finished", "2026-06-01")
      await app.tap("save")
      #expect(app.notice == "Saved. Moved to “Read”.")
    }
    let entry = try #require(try await scene.guestStore.entry("entry-1"))
    #expect(entry.started == CalendarDate("2026-05-01"))
    #expect(entry.finished == CalendarDate("2026-06-01"))
  }

  @Test("A finish of a past day with a complete progress records no start, and can be edited again")
  func finishedBefore() async throws {
    _ = try await keep(on: [.wantToRead])
    await withApp(scene.session) { app in
      await save(["Finished": "2026-11-01", "Progress": "412/412"], in: app)
      await save(["Notes to yourself": "Sand."], in: app)
    }
    let entry = try #require(try await scene.guestStore.entry("entry-1"))
    #expect(entry.started == nil && entry.finished == CalendarDate("2026-11-01"))
    #expect(entry.shelves == [.read] && entry.notes == "Sand.")
  }

  @Test("Kept dates that can't be typed stop no other change")
  func keptDates() async throws {
    var entry = try await keep(on: [.read], finished: "2027-05-01")
    entry.started = CalendarDate("2027-06-01")
    try await scene.guestStore.save(entry)
    await withApp(scene.session) { app in
      await save(["Notes to yourself": "Sand."], in: app)
      await app.tap("notes")
      await app.fill("Started", "2026-01-01")
      await app.tap("save")
      #expect(app.text.contains("This date is in the future."))
      await app.fill("Started", "2027-06-01")
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
    #expect(try await scene.guestStore.entry("entry-1")?.notes == "Sand.")
  }

  @Test(
    "Later dates of a book that was finished before and left Read are those of another reading",
    arguments: [Shelf.ID.wantToRead, .reading])
  func otherReading(_ shelf: Shelf.ID) async throws {
    let before = try await keep(on: [shelf], finished: "2019-05-01")
    let earlier = [PastReading(finished: before.finished)]
    try await withApp(scene.session) { app in
      await save(["Started": "2026-11-01"], in: app)
      let begun = try #require(try await scene.guestStore.entry("entry-1"))
      #expect(begun.readings == earlier && begun.shelves == [shelf])
      #expect(begun.started == CalendarDate("2026-11-01") && begun.finished == nil)
      await app.tap("undo")
      await save(["Finished": "2026-11-02"], in: app)
      let ended = try #require(try await scene.guestStore.entry("entry-1"))
      #expect(ended.readings == earlier && ended.shelves == [.read])
      #expect(ended.started == nil && ended.finished == CalendarDate("2026-11-02"))
      await app.tap("undo")
      await save(["Finished": "2019-04-01"], in: app)
    }
    let corrected = try #require(try await scene.guestStore.entry("entry-1"))
    #expect(corrected.readings == [] && corrected.shelves == [shelf])
    #expect(corrected.finished == CalendarDate("2019-04-01"))
  }

  @Test("Progress in a book on Read begins a new reading, and the end of the book changes no date")
  func readAgainFromRead() async throws {
    let before = try await keep(on: [.read], finished: "2019-05-01")
    try await withApp(scene.session) { app in
      await save(["Progress": "412/412"], in: app)
      let ended = try #require(try await scene.guestStore.entry("entry-1"))
      #expect(ended.shelves == [.read] && ended.readings == [])
      #expect(ended.started == nil && ended.finished == before.finished)
      await save(["Progress": "20/412"], in: app)
    }
    let entry = try #require(try await scene.guestStore.entry("entry-1"))
    #expect(entry.readings == [PastReading(finished: before.finished)])
    #expect(entry.shelves == [.reading] && entry.progress == .page(20))
    #expect(entry.started == .testDay && entry.finished == nil)
  }

  @Test("A new finish date moves a book of custom shelves to Read, too")
  func finishedOnOwnShelf() async throws {
    try await scene.guestStore.save(Shelf(id: "own", name: "Own"))
    _ = try await keep(on: ["own"])
    await withApp(scene.session) { app in
      await save(["Finished": "2026-11-01"], in: app)
    }
    #expect(try await scene.guestStore.entry("entry-1")?.shelves == ["own", .read])
  }
}
