import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("Readings of a book that overlap") @MainActor
struct ReadingOverlapTests {
  private let scene = BooksScene()

  /// Keeps a book that was read before and is being read again.
  private func keep(started: String = "2026-11-01") async throws {
    var entry = LibraryEntry.reading(1, started: started)
    entry.readings = [
      PastReading(started: CalendarDate("2019-05-01"), finished: CalendarDate("2019-06-02"))
    ]
    try await scene.guestStore.save(entry)
  }

  @Test("The form takes no start before the end of an earlier reading")
  func start() async throws {
    try await keep()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Started", "2019-06-01")
      await app.tap("save")
      #expect(app.title == "Notes on Book 1")
      #expect(
        app.text.contains(
          "These readings overlap: 2019-05-01 to 2019-06-02; since 2019-06-01."))
      let kept = try await scene.guestStore.entry("entry-1")
      #expect(kept?.started == CalendarDate("2026-11-01"))
      // The day on which a book was finished may be the first day of the next reading.
      await app.fill("Started", "2019-06-02")
      #expect(!app.text.contains("overlap"))
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
  }

  @Test(
    "The form takes no earlier readings that overlap one another or the current one",
    arguments: [
      ("2019-05-01 to 2019-06-02, 2019-06-01 to 2019-07-01", "2019-06-01 to 2019-07-01"),
      ("2019-05-01 to 2019-06-02, 2019-05-20", "2019-05-20"),
      ("2019-05-01 to 2019-06-02, 2026-11-05", "2026-11-05"),
    ])
  func readings(_ text: String, _ overlapping: String) async throws {
    try await keep()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Earlier readings", text)
      await app.tap("save")
      #expect(app.text.contains("These readings overlap: "))
      #expect(app.text.contains("; \(overlapping)."))
      let kept = try await scene.guestStore.entry("entry-1")
      #expect(kept?.readings.count == 1)
      await app.fill("Earlier readings", "undated, 2019-05-01 to 2019-06-02, 2019-06-02 2019-07-01")
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
  }

  @Test("The form takes no finish date before the end of an earlier reading")
  func finishedTooEarly() async throws {
    var entry = LibraryEntry.sample(1, on: [.reading])
    entry.readings = [PastReading(finished: CalendarDate("2023-05-01"))]
    let before = entry
    try await scene.guestStore.save(before)
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Finished", "2022-01-01")
      await app.tap("save")
      #expect(app.text.contains("An earlier reading has to end before the finish date above."))
      let kept = try await scene.guestStore.entry("entry-1")
      #expect(kept == before)
      await app.fill("Finished", "2023-05-02")
      await app.tap("save")
      #expect(app.notice == "Saved. Moved to “Read”.")
    }
  }

  @Test("Complete progress brings no book to Read with a finish date before an earlier reading")
  func completed() async throws {
    var entry = LibraryEntry.sample(1, on: [.wantToRead])
    entry.finished = CalendarDate("2019-05-01")
    entry.readings = [PastReading(finished: CalendarDate("2021-01-01"))]
    let before = entry
    try await scene.guestStore.save(before)
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Finished", "2019-04-01")
      await app.fill("Progress", "100%")
      await app.tap("save")
      #expect(app.text.contains("An earlier reading has to end before the finish date above."))
      let kept = try await scene.guestStore.entry("entry-1")
      #expect(kept == before)
    }
  }

  @Test(
    "The form takes a corrected finish date before an earlier reading if the book has left Read",
    arguments: [("2019-04-01", Shelf.ID.wantToRead), ("2019-06-01", Shelf.ID("own"))])
  func correctedFinish(_ day: String, _ shelf: Shelf.ID) async throws {
    try await scene.guestStore.save(Shelf(id: "own", name: "Own"))
    var entry = LibraryEntry.sample(1, on: [shelf])
    entry.finished = CalendarDate("2019-05-01")
    entry.readings = [PastReading(finished: CalendarDate("2021-01-01"))]
    try await scene.guestStore.save(entry)
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Finished", day)
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
    let kept = try #require(try await scene.guestStore.entry("entry-1"))
    #expect(kept.finished == CalendarDate(day) && kept.readings == entry.readings)
    #expect(kept.shelves == [shelf])
  }

  @Test("Readings of a file that overlap stop no change")
  func imported() async throws {
    try await keep(started: "2019-05-20")
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Started", "2019-05-21")
      await app.fill("Earlier readings", "2018-01-01, 2019-05-01 to 2019-06-02")
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
    let kept = try await scene.guestStore.entry("entry-1")
    #expect(kept?.started == CalendarDate("2019-05-21") && kept?.readings.count == 2)
  }

  @Test("Readings that only touch, an undated one, and a start after the end do not overlap")
  func apart() {
    func entry(
      _ readings: [PastReading], started: String? = nil, finished: String? = nil
    ) -> LibraryEntry {
      var entry = LibraryEntry.reading(1, started: started, finished: finished)
      entry.readings = readings
      return entry
    }
    func past(_ started: String?, _ finished: String?) -> PastReading {
      PastReading(
        started: started.flatMap { CalendarDate($0) },
        finished: finished.flatMap { CalendarDate($0) })
    }
    let spring = past("2024-03-01", "2024-05-01")
    #expect(entry([spring], started: "2024-05-01").readingOverlap == nil)
    #expect(entry([past(nil, nil), spring], started: "2025-01-01").readingOverlap == nil)
    #expect(entry([past(nil, "2024-03-01"), spring]).readingOverlap == nil)
    #expect(entry([spring], started: "2026-01-01", finished: "2025-01-01").readingOverlap == nil)
    #expect(entry([spring], finished: "2024-04-01").readingOverlap != nil)
    let year = past("2024-01-01", "2024-12-31")
    let may = past("2024-05-02", "2024-05-09")
    #expect(
      entry([past("2024-02-01", nil), year, may]).readingOverlap
        == ReadingOverlap(first: year, second: may))
  }
}
