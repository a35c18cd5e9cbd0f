import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Books

@Suite("A book that was read without a known date, as in many files") @MainActor
struct UndatedReadingTests {
  private let scene = BooksScene()

  @Test(
    "A book read without a known date counts as read while it is read again and afterwards",
    arguments: ["start", "progress"])
  func again(_ action: String) async throws {
    try await scene.guestStore.save(.sample(1, on: [.read]))
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      if action == "start" { await app.tap("start") } else { await app.tap("progress", "10") }
      #expect(app.text.contains("Earlier readings: undated"))
      let reading = try #require(try await scene.guestStore.entry("entry-1"))
      #expect(reading.standardShelf == .reading && reading.started == .testDay)
      #expect(ReadingSummary([reading]).books == 1)
      await app.tap("finish")
      let finished = try #require(try await scene.guestStore.entry("entry-1"))
      #expect(finished.readings == [PastReading(finished: nil)] && finished.finished == .testDay)
      let review = YearReview(2026, [finished], today: .testDay)
      #expect(review.readings.map(\.isAgain) == [true])
    }
  }

  @Test("An undated reading stays, only once, if its book is put on Reading by mistake")
  func byMistake() {
    var entry = LibraryEntry.sample(1, on: [.read])
    for _ in 1...2 {
      entry.put(on: .reading, on: .testDay)
      entry.put(on: .wantToRead, on: .testDay)
      #expect(entry.readings == [PastReading(finished: nil)] && entry.started == nil)
    }
    entry.put(on: .read, on: .testDay)
    #expect(entry.finishedReadings.count == 2)
  }

  @Test("An undated reading stays when its book is put on Want to read, alone or with others")
  func wanted() async throws {
    let library = LibraryScene()
    let (one, other) = (LibraryEntry.sample(1, on: [.read]), LibraryEntry.sample(2, on: [.read]))
    for entry in [one, other] { try await library.store.save(entry) }
    try await library.library.put(one, on: .wantToRead)
    _ = try await library.library.put([other.id], on: .wantToRead)
    for entry in [one, other] {
      var stored = try #require(try await library.stored(entry))
      #expect(stored.standardShelf == .wantToRead && stored.readings.typed == "undated")
      #expect(ReadingSummary([stored]).books == 1)
      for shelf in [Shelf.reading, .read] { stored.put(on: shelf, on: .testDay) }
      #expect(stored.readings.typed == "undated" && stored.finished == .testDay)
    }
  }

  @Test("The progress of an undated reading ends when its book is put on Want to read")
  func wantedWithProgress() {
    var entry = LibraryEntry.sample(1, on: [.read])
    entry.progress = .percent(100)
    entry.put(on: .wantToRead, on: .testDay)
    #expect(entry.progress == nil && entry.readings.typed == "undated")
  }

  @Test("An undated reading has no pages of a day, and is the oldest reading")
  func dates() {
    var entry = LibraryEntry.reading(1, pages: 300)
    entry.shelves = [.read]
    entry.put(on: .reading, on: .testDay)
    #expect(entry.started == .testDay)
    #expect(entry.readingDays == [] && entry.pagesByDay.isEmpty && entry.finishedDays == [])
    entry.readings = [PastReading(finished: CalendarDate("2019-02-01"))] + entry.readings
    #expect(entry.readings.inOrder.typed == "undated, 2019-02-01")
  }

  @Test("A reading that was ended by mistake goes on with its start and its progress")
  func goesOn() {
    var entry = LibraryEntry.reading(
      1, pages: 300, started: "2026-11-01", history: [("2026-11-01", .page(140))])
    entry.shelves = [.read]
    let before = entry
    entry.put(on: .reading, on: .testDay)
    #expect(entry.readings == [] && entry.started == before.started)
    #expect(entry.progress == .page(140) && entry.history == before.history)
    var noted = before
    noted.started = nil
    noted.put(on: .reading, on: .testDay)
    #expect(noted.readings == [] && noted.progress == .page(140))
  }

  @Test("The start that a reader types belongs to the new reading, and not to the undated one")
  func typedStart() async throws {
    try await scene.guestStore.save(.sample(1, on: [.read]))
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Started", "2026-11-10")
      await app.fill("Progress", "50")
      await app.tap("save")
      let entry = try #require(try await scene.guestStore.entry("entry-1"))
      #expect(entry.started == CalendarDate("2026-11-10") && entry.standardShelf == .reading)
      #expect(entry.readings == [PastReading(finished: nil)] && entry.progress == .page(50))
    }
  }

  @Test("An undated reading stays if the reader types only the new reading's progress in the form")
  func typedProgress() async throws {
    try await scene.guestStore.save(.sample(1, on: [.read]))
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Progress", "50")
      await app.tap("save")
      let entry = try #require(try await scene.guestStore.entry("entry-1"))
      #expect(entry.started == .testDay && entry.standardShelf == .reading)
      #expect(entry.readings == [PastReading(finished: nil)] && entry.progress == .page(50))
      #expect(ReadingSummary([entry]).books == 1)
    }
  }

  @Test("Complete progress on the page of a book on Read says that it is there already")
  func completeOnPage() async throws {
    try await scene.guestStore.save(.sample(1, on: [.read]))
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("progress", "100%")
      #expect(app.notice == "Already on “Read”.")
      let entry = try await scene.guestStore.entry("entry-1")
      #expect(entry == .sample(1, on: [.read]))
    }
  }

  @Test("Complete progress in the form leaves a book that was read without a date undated")
  func completeInForm() async throws {
    var entry = LibraryEntry.sample(1, on: [.read])
    entry.book.pages = 300
    try await scene.guestStore.save(entry)
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Progress", "300/300")
      await app.tap("save")
      let saved = try #require(try await scene.guestStore.entry("entry-1"))
      #expect(saved.standardShelf == .read && saved.progress == .page(300))
      #expect(saved.started == nil && saved.finished == nil && saved.history == [])
    }
  }

  @Test("A reading goes on if the reader removes its finish date and types a progress in the form")
  func removedFinish() async throws {
    let finished = LibraryEntry.reading(1, pages: 300, finished: "2026-11-10")
    #expect(finished.standardShelf == .read && finished.started == nil)
    try await scene.guestStore.save(finished)
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Finished", "")
      await app.fill("Progress", "50")
      await app.tap("save")
      let entry = try #require(try await scene.guestStore.entry("entry-1"))
      #expect(entry.standardShelf == .reading && entry.progress == .page(50))
      #expect(entry.finished == nil && entry.readings == [])
      #expect(app.text.contains("50"))
    }
  }

  @Test("A book that a guest reads again stays on Reading if the account has it on Read")
  func readByGuest() {
    let (account, guest) = (
      LibraryEntry.sample(1, on: [.read]), LibraryEntry.sample(2, on: [.read])
    )
    var reading = guest
    reading.continueReading(to: .page(50), of: nil, on: .testDay)
    for (one, other) in [(account, reading), (reading, account)] {
      var merged = one
      for _ in 1...2 { merged.merge(other) }
      #expect(merged.standardShelf == .reading && merged.started == .testDay)
      #expect(merged.progress == .page(50) && merged.readings.typed == "undated")
    }
  }

  @Test("The form refuses a second undated reading")
  func severalUndated() async throws {
    try await scene.guestStore.save(.sample(1))
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Earlier readings", "undated, undated")
      await app.tap("save")
      #expect(app.text.contains("Only one earlier reading can be undated."))
      let entry = try await scene.guestStore.entry("entry-1")
      #expect(entry?.readings == [])
      await app.fill("Earlier readings", "undated")
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
  }

  @Test("An export says that the day of an undated reading is not known")
  func exported() throws {
    let reading = LibraryJSON.Reading(reading: PastReading(finished: nil))
    #expect(
      String(decoding: try JSONEncoder().encode(reading), as: UTF8.self) == #"{"finished":null}"#)
  }

  @Test("A merge keeps one undated reading beside the dated ones")
  func merged() {
    var (own, other) = (LibraryEntry.sample(1, on: [.reading]), LibraryEntry.sample(2))
    own.readings = [PastReading(finished: nil)]
    other.readings = [
      PastReading(finished: nil), PastReading(finished: CalendarDate("2019-02-01")),
    ]
    for _ in 1...2 { own.merge(other) }
    #expect(own.readings.typed == "undated, 2019-02-01")
  }
}
