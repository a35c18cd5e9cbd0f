import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("A book that was read on a day that nobody knows, as in many files") @MainActor
struct UndatedReadingTests {
  private let scene = BooksScene()

  @Test("was read, also while it is read again and after that", arguments: ["start", "progress"])
  func again(_ action: String) async throws {
    try await scene.guestStore.save(.sample(1, on: [.read]))
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      if action == "start" { await app.tap("start") } else { await app.tap("progress", "10") }
      #expect(app.text.contains("Read before: undated"))
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

  @Test("was read also if it was put on Reading by mistake, once for each time at most")
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

  @Test("has the dates of an earlier reading neither as a start nor as pages of a day")
  func dates() {
    var entry = LibraryEntry.reading(1, pages: 300, started: "2019-01-01")
    entry.shelves = [.read]
    entry.put(on: .reading, on: .testDay)
    #expect(entry.started == .testDay)
    #expect(entry.readingDays == [] && entry.pagesByDay.isEmpty && entry.finishedDays == [])
    entry.readings = [PastReading(finished: CalendarDate("2019-02-01"))] + entry.readings
    #expect(entry.readings.inOrder.typed == "undated, 2019-02-01")
  }

  @Test("is merged once, and beside readings with dates")
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
