import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("Earlier readings of a book") @MainActor
struct PastReadingTests {
  private let scene = BooksScene()
  private static let today = CalendarDate.testDay

  @Test(
    "Typed readings are read, sorted, each once",
    arguments: [
      ("", ""), (" ", ""), ("2023-01-09", "2023-01-09"),
      ("2023-01-09, 2019-05-01 to 2019-06-02", "2019-05-01 to 2019-06-02, 2023-01-09"),
      ("2019-05-01 2019-06-02", "2019-05-01 to 2019-06-02"),
      ("2023-01-09,2023-01-09", "2023-01-09"),
      ("2023-01-09,\nUndated", "undated, 2023-01-09"),
      ("2026-11-20 TO 2026-11-20", "2026-11-20 to 2026-11-20"),
      ("2019-06-02\n2023-01-09", "2019-06-02, 2023-01-09"),
      ("2019-06-02,\r\n \n2023-01-09\n", "2019-06-02, 2023-01-09"),
      ("31.12.2019, Yesterday", "2019-12-31, 2026-11-19"),
      ("2025-3-4 -3d", "2025-03-04 to 2026-11-17"),
      ("2019-05-31 to 6.6.2019, today", "2019-05-31 to 2019-06-06, 2026-11-20"),
    ])
  func reads(_ text: String, _ typed: String) throws {
    #expect(try TypedReadings(text, today: Self.today).readings.typed == typed)
  }

  @Test(
    "Other text is refused with the reason",
    arguments: [
      ("x", .unreadable), (",", .unreadable), ("2023-01-09,", .unreadable), ("to", .unreadable),
      ("2019-05-01 to", .unreadable), ("2019-05-01 to undated", .unreadable),
      ("to 2019-05-01", .unreadable),
      ("2023-01-09,\n,2023-01-10", .unreadable), ("2023-01-09 to\n2023-01-10 to x", .unreadable),
      ("2023-01-09 2023-01-10 2023-01-11", .unreadable), ("2023-02-30", .notADate("2023-02-30")),
      ("2019-01-05, 2019-13-01, 2018-01-01", .notADate("2019-13-01")),
      ("5/31/2019", .notADate("5/31/2019")), ("31.12.19", .notADate("31.12.19")),
      ("2019-05-31x", .notADate("2019-05-31x")), ("5.31.2019", .notADate("5.31.2019")),
      ("2023-02-02 to 2023-02-01", .finishedBeforeStarted), ("2026-11-21", .inTheFuture),
      ("undated, 2023-01-09, Undated", .severalUndated),
    ] as [(String, TypedReadings.Problem)])
  func refuses(_ text: String, _ problem: TypedReadings.Problem) {
    #expect(throws: problem) { try TypedReadings(text, today: Self.today) }
  }

  @Test("The form adds and removes readings, which are shown on the page")
  func form() async throws {
    try await scene.guestStore.save(.sample(1))
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Earlier readings", "2019-06-02 to 2019-05-01")
      await app.tap("save")
      #expect(app.text.contains("The finish date is before the start date."))
      await app.fill("Earlier readings", "2019-05-01, 2019-13-01")
      #expect(app.text.contains("“2019-13-01” can't be read as a date. Type it as 2019-05-31."))
      await app.fill("Earlier readings", "2019-05-01 to 2.6.2019, 2021-01-01")
      await app.tap("save")
      #expect(app.text.contains("Earlier readings: 2019-05-01 to 2019-06-02, 2021-01-01"))
      await app.tap("notes")
      await app.fill("Earlier readings", "")
      await app.tap("save")
      #expect(!app.text.contains("Earlier readings"))
      await app.tap("undo")
      let readings = try await scene.guestStore.entry("entry-1")?.readings
      #expect(readings?.count == 2)
    }
  }

  @Test(
    "The form takes no earlier reading that ended with the current one or after it",
    arguments: ["2026-11-10", "2026-11-09 to 2026-11-15"])
  func notEarlier(_ text: String) async throws {
    try await scene.guestStore.save(.reading(1, finished: "2026-11-10"))
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Earlier readings", text)
      await app.tap("save")
      #expect(app.text.contains("An earlier reading has to end before the finish date above."))
      await app.fill("Finished", "2026-11-20")
      await app.tap("save")
      #expect(app.notice == "Saved.")
      let kept = try await scene.guestStore.entry("entry-1")
      #expect(kept?.readings.count == 1)
    }
  }

  @Test("A reading after the finish date can be added to a book that has left Read")
  func afterFinish() async throws {
    var entry = LibraryEntry.sample(1, on: [.wantToRead])
    entry.finished = CalendarDate("2019-05-01")
    try await scene.guestStore.save(entry)
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Earlier readings", "2021-01-01")
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
    #expect(try await scene.guestStore.entry("entry-1")?.readings.typed == "2021-01-01")
  }

  @Test("The form takes no finish date on which an earlier reading has ended")
  func finishedAgain() async throws {
    var entry = LibraryEntry.sample(1, on: [.read])
    entry.finished = CalendarDate("2024-05-01")
    entry.put(on: .reading, on: Self.today)
    try await scene.guestStore.save(entry)
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Started", "")
      await app.fill("Finished", "2024-05-01")
      await app.tap("save")
      #expect(app.text.contains("An earlier reading has to end before the finish date above."))
      await app.fill("Earlier readings", "")
      await app.tap("save")
      #expect(app.notice == "Saved. Moved to “Read”.")
      let kept = try #require(try await scene.guestStore.entry("entry-1"))
      #expect(kept.finishedReadings == [PastReading(finished: CalendarDate("2024-05-01"))])
      #expect(kept.standardShelf == .read)
    }
  }

  @Test("Each reading counts in its year, and the pages of a reading once")
  func statistics() throws {
    func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }
    var entry = LibraryEntry.reading(
      1, pages: 300,
      history: [
        ("2025-03-01", .page(100)), ("2025-03-02", .page(300)), ("2026-01-05", .page(40)),
      ])
    entry.readings = [PastReading(finished: try day("2025-03-02"))]
    let statistics = ReadingStatistics([entry], today: Self.today)
    #expect(statistics.years[2025]?.total == ReadingYear.Amount(books: 1, pages: 300))
    #expect(statistics.years[2026]?.total == ReadingYear.Amount(books: 0, pages: 40))
    #expect(statistics.summary.books == 1)
    entry.finished = try day("2026-02-01")
    let finished = ReadingStatistics([entry], today: Self.today)
    #expect(finished.years[2025]?.total == ReadingYear.Amount(books: 1, pages: 300))
    #expect(finished.years[2026]?.total == ReadingYear.Amount(books: 1, pages: 300))
    #expect(finished.summary.books == 1)
  }

  @Test("Without a number of pages, each reading begins on the first page")
  func unknownPages() throws {
    var entry = LibraryEntry.reading(
      1,
      history: [
        ("2025-03-01", .page(200)), ("2026-01-10", .page(50)), ("2026-01-11", .page(60)),
      ])
    entry.readings = [PastReading(finished: CalendarDate("2025-03-02"))]
    let statistics = ReadingStatistics([entry], today: Self.today)
    #expect(statistics.years[2025]?.total.pages == 200)
    #expect(statistics.years[2026]?.total.pages == 60)
  }

  @Test(
    "Progress in a finished book that has left Read begins a new reading",
    arguments: [Shelf.ID.reading, .wantToRead, "own"], [nil, "2026-11-01"])
  func readAgain(shelf: Shelf.ID, started: String?) throws {
    var entry = LibraryEntry.sample(1, on: [shelf])
    entry.finished = CalendarDate("2020-05-01")
    // After the end of the earlier reading, so that of the new one.
    entry.started = started.flatMap { CalendarDate($0) }
    let earlier = [PastReading(finished: entry.finished)]
    for progress in [ReadingProgress.percent(50), .percent(100)] {
      entry.continueReading(to: progress, of: nil, on: Self.today)
      #expect(entry.readings == earlier)
      #expect(entry.started == started.flatMap { CalendarDate($0) } ?? Self.today)
    }
    #expect(entry.finished == Self.today && entry.standardShelf == .read)
  }

  @Test("A finished book that is only on custom shelves keeps its date when it is marked as read")
  func markedOnOwnShelf() {
    var entry = LibraryEntry.sample(1, on: ["own"])
    entry.finished = CalendarDate("2019-05-01")
    entry.put(on: .read, on: Self.today)
    #expect(entry.finished == CalendarDate("2019-05-01") && entry.readings == [])
    #expect(entry.shelves == ["own", .read])
  }

  @Test("Of two readings of a merged book the later one is the current one, and none is lost")
  func mergedReadings() throws {
    let earlier = LibraryEntry.reading(1, started: "2023-04-01", finished: "2023-05-01")
    let later = LibraryEntry.reading(2, finished: "2024-02-02")
    let current = LibraryEntry.reading(3, started: "2026-03-01")
    for newest in [later, current] {
      for (own, other) in [(earlier, newest), (newest, earlier)] {
        var merged = own
        for _ in 1...2 { merged.merge(other) }
        #expect(merged.started == newest.started && merged.finished == newest.finished)
        #expect(merged.shelves == newest.shelves)
        #expect(merged.readings.typed == "2023-04-01 to 2023-05-01")
      }
    }
  }

  @Test("A reading in progress does not get the progress of an earlier reading")
  func mergedProgress() {
    let current = LibraryEntry.reading(1, pages: 412, started: "2026-03-01")
    var earlier = LibraryEntry.reading(2, pages: 412, finished: "2023-05-01")
    earlier.progress = .page(412)
    for (own, other) in [(current, earlier), (earlier, current)] {
      var merged = own
      for _ in 1...2 { merged.merge(other) }
      #expect(merged.progress == nil && merged.finished == nil)
      #expect(merged.started == current.started)
    }
  }

  @Test("Readings of a guest's book are added to the account's, and only once")
  func merging() throws {
    var own = LibraryEntry.sample(1)
    var guests = LibraryEntry.sample(2)
    own.readings = [PastReading(finished: Self.today)]
    guests.readings = [
      PastReading(finished: CalendarDate(daysSince1970: 1)), PastReading(finished: Self.today),
    ]
    own.merge(guests)
    own.merge(guests)
    #expect(own.readings == guests.readings)
  }

  @Test("A reading whose start only one of two copies knows counts once after merging")
  func mergedStart() throws {
    let day = try #require(CalendarDate("2020-05-31"))
    let undated = PastReading(finished: day)
    let dated = PastReading(started: CalendarDate("2020-05-01"), finished: day)
    for (mine, others) in [(dated, undated), (undated, dated)] {
      var (own, other) = (LibraryEntry.sample(1), LibraryEntry.sample(2))
      (own.readings, other.readings) = ([mine], [others])
      var merged = own
      merged.merge(other)
      #expect(merged.readings == [dated])
      (own.shelves, own.readings, own.finished) = ([.read], [], day)
      other.readings = [dated]
      for _ in 1...2 { own.merge(other) }
      #expect(own.finishedReadings == [dated] && own.standardShelf == .read)
    }
  }
}
