import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("Progress in the library") @MainActor
struct LibraryProgressTests {
  private let scene = LibraryScene()
  private var library: Library { scene.library }

  @Test("Progress starts a book and moves it to Reading")
  func begins() async throws {
    try await scene.store.save(scene.own)
    var entry = try await library.put(scene.dune(), on: scene.wantToRead).value
    entry = try await library.put(entry, on: scene.own).value
    entry = try await library.record(.page(10), in: entry).value
    #expect(entry.shelves == [.reading, "own"])
    #expect(entry.started == scene.today)
    #expect(entry.progress == .page(10))
    #expect(entry.finished == nil)
  }

  @Test(
    "Progress in a book on Reading without a start date, as in many files, invents no start date",
    arguments: [ReadingProgress.page(40), .page(412)])
  func unknownStart(_ progress: ReadingProgress) async throws {
    var entry = LibraryEntry.sample(1, on: [.reading])
    entry.book.pages = 412
    try await scene.store.save(entry)
    entry = try await library.record(progress, in: entry).value
    #expect(entry.started == nil && entry.history.map(\.progress) == [progress])
    #expect(entry.finished == (progress == .page(412) ? scene.today : nil))
    #expect(entry.readingDays == [])
  }

  @Test("A day has one record: the last of the day")
  func history() async throws {
    let first = scene.today
    var entry = try await library.record(.page(10), in: scene.dune()).value
    entry = try await library.record(.page(30), in: entry).value
    scene.clock.advance(by: .seconds(86_400))
    entry = try await library.record(.page(20), in: entry).value
    #expect(
      entry.history == [
        ProgressRecord(date: first, progress: .page(30)),
        ProgressRecord(date: scene.today, progress: .page(20)),
      ])
    #expect(entry.started == first)
  }

  @Test(
    "The last page moves a book to Read", arguments: [ReadingProgress.page(412), .percent(100)])
  func ends(_ progress: ReadingProgress) async throws {
    let entry = try await library.record(progress, in: scene.dune()).value
    #expect(entry.shelves == [.read])
    #expect(entry.finished == scene.today)
  }

  @Test("Progress in a book that was finished earlier begins a new reading, and its end ends it")
  func again() async throws {
    try await scene.store.save(scene.own)
    var entry = try await library.record(.percent(100), in: scene.dune()).value
    let first = PastReading(started: entry.started, finished: entry.finished)
    entry = try await library.put(entry, on: scene.own).value
    scene.clock.advance(by: .seconds(86_400))
    let begun = scene.today
    entry = try await library.record(.percent(5), in: entry).value
    #expect(entry.shelves == [.reading, "own"])
    #expect(entry.started == begun && entry.finished == nil && entry.progress == .percent(5))
    #expect(entry.readings == [first])
    scene.clock.advance(by: .seconds(86_400))
    entry = try await library.record(.percent(100), in: entry).value
    #expect(entry.shelves == [.read, "own"])
    #expect(entry.started == begun && entry.finished == scene.today && entry.readings == [first])
  }

  @Test("A page that is corrected on the day of the end takes the end back")
  func corrected() async throws {
    var entry = try await library.record(.page(412), in: scene.dune()).value
    entry = try await library.record(.page(142), in: entry).value
    #expect(entry.shelves == [.reading] && entry.progress == .page(142))
    #expect(entry.finished == nil && entry.readings == [])
  }

  @Test("Without a number of pages no page finishes a book")
  func unknownLength() async throws {
    let book = library.newEntry(BookCopy(title: "Unknown"), nil)
    #expect(try await library.record(.page(9999), in: book).value.shelves == [.reading])
  }

  @Test("A book finished today that goes back to Reading has its first start date")
  func reopenedToday() async throws {
    var entry = try await library.record(.page(400), in: scene.dune()).value
    scene.clock.advance(by: .seconds(86_400))
    entry = try await library.record(.page(412), in: entry).value
    let finished = entry
    entry = try await library.put(entry, on: scene.reading).value
    #expect(entry.shelves == [.reading])
    #expect(entry.finished == nil && entry.progress == nil)
    #expect(entry.started == finished.started)
    #expect(entry.history == finished.history)
    #expect(entry.readings == [])
    _ = await library.undo()
    #expect(try await scene.stored(entry) == finished)
  }

  @Test("Want to read takes back a finish of today, and keeps an earlier one")
  func wantedAgain() async throws {
    var entry = try await library.record(.page(412), in: scene.dune()).value
    entry = try await library.put(entry, on: scene.wantToRead).value
    #expect(entry.shelves == [.wantToRead])
    #expect(entry.finished == nil && entry.progress == nil)
    #expect(entry.started == nil && entry.history == [])
    entry = try await library.put(entry, on: scene.read).value
    let finished = entry.finished
    scene.clock.advance(by: .seconds(86_400))
    entry = try await library.put(entry, on: scene.wantToRead).value
    #expect(entry.finished == finished && finished != nil)
  }

  @Test("Want to read keeps the start and the progress of the days before a finish of today")
  func wantedAgainLater() async throws {
    var entry = try await library.record(.page(400), in: scene.dune()).value
    let before = entry
    scene.clock.advance(by: .seconds(86_400))
    entry = try await library.record(.page(412), in: entry).value
    entry = try await library.put(entry, on: scene.wantToRead).value
    #expect(entry.started == before.started && entry.history == before.history)
    #expect(entry.pagesByDay.map { $0.pages } == [400])
  }

  @Test("Want to read after a finish by mistake keeps a start of today that has progress")
  func wantedWithProgress() {
    var entry = LibraryEntry.sample(1, on: [.reading])
    entry.book.pages = 412
    entry.started = .testDay
    entry.record(.page(100), on: .testDay)
    let before = entry
    entry.put(on: .read, on: .testDay)
    entry.put(on: .wantToRead, on: .testDay)
    #expect(entry.started == before.started && entry.progress == before.progress)
    #expect(entry.finished == nil && entry.history == before.history)
  }

  @Test("Mark as read of a book that was finished before and left Read records another reading")
  func markedAgain() async throws {
    var entry = try await library.record(.page(412), in: scene.dune()).value
    let first = PastReading(started: entry.started, finished: entry.finished)
    scene.clock.advance(by: .seconds(86_400))
    for _ in 1...2 { entry = try await library.put(entry, on: scene.read).value }
    #expect(entry.finished == first.finished && entry.readings == [])
    entry = try await library.put(entry, on: scene.wantToRead).value
    entry = try await library.put(entry, on: scene.read).value
    #expect(entry.finished == scene.today && entry.readings == [first])
    #expect(entry.started == nil && entry.progress == nil)
  }

  @Test("A book that is read again begins without the progress of the reading before")
  func progressOfBefore() async throws {
    var entry = try await library.record(.page(380), in: scene.dune()).value
    entry = try await library.put(entry, on: scene.read).value
    scene.clock.advance(by: .seconds(365 * 86_400))
    entry = try await library.put(entry, on: scene.reading).value
    #expect(entry.progress == nil && entry.readings.count == 1)
  }

  @Test("A book finished on an earlier day is read again from today")
  func readAgain() async throws {
    var entry = try await library.record(.percent(100), in: scene.dune()).value
    scene.clock.advance(by: .seconds(86_400))
    let first = PastReading(started: entry.started, finished: entry.finished)
    entry = try await library.put(entry, on: scene.reading).value
    #expect(entry.started == scene.today && entry.finished == nil)
    #expect(entry.readings == [first])
    let day = scene.today
    entry = try await library.put(entry, on: scene.read).value
    scene.clock.advance(by: .seconds(86_400))
    entry = try await library.put(entry, on: scene.reading).value
    #expect(entry.readings == [first, PastReading(started: day, finished: day)])
  }

  @Test("An incomplete progress stays when a book goes back to Reading")
  func keepsProgress() async throws {
    var entry = try await library.record(.page(40), in: scene.dune()).value
    entry = try await library.put(entry, on: scene.read).value
    entry = try await library.put(entry, on: scene.reading).value
    #expect(entry.progress == .page(40))
  }

  @Test("Want to read after a mark by mistake brings back the dates of the reading before")
  func markedByMistake() async throws {
    let first = try await library.record(.page(412), in: scene.dune()).value
    scene.clock.advance(by: .seconds(86_400))
    var entry = try await library.put(first, on: scene.wantToRead).value
    entry = try await library.put(entry, on: scene.read).value
    #expect(entry.readings.count == 1 && entry.finished == scene.today)
    entry = try await library.put(entry, on: scene.wantToRead).value
    #expect(entry.started == first.started && entry.finished == first.finished)
    #expect(entry.readings == [])
  }

  @Test("Want to read after a start by mistake brings back the dates of the reading before")
  func startedAgainByMistake() async throws {
    let first = try await library.record(.page(412), in: scene.dune()).value
    scene.clock.advance(by: .seconds(86_400))
    var entry = try await library.put(first, on: scene.reading).value
    #expect(entry.readings.count == 1 && entry.finished == nil)
    entry = try await library.put(entry, on: scene.wantToRead).value
    #expect(entry.started == first.started && entry.finished == first.finished)
    #expect(entry.readings == [] && entry.shelves == [.wantToRead])
  }

  @Test("Want to read takes back a start of today, unless there is progress")
  func startedByMistake() async throws {
    var entry = try await library.put(scene.dune(), on: scene.reading).value
    #expect(entry.started == scene.today)
    entry = try await library.put(entry, on: scene.wantToRead).value
    #expect(entry.started == nil)
    entry = try await library.record(.page(10), in: entry).value
    entry = try await library.put(entry, on: scene.wantToRead).value
    #expect(entry.started == scene.today && entry.progress == .page(10))
  }

  @Test("The progress of a book whose pages became fewer stays when it is put on Reading again")
  func fewerPages() {
    var entry = LibraryEntry.sample(1, on: [.reading])
    (entry.book.pages, entry.progress) = (320, .page(400))
    entry.put(on: Shelf(id: .wantToRead, name: ""), on: .testDay)
    entry.put(on: Shelf(id: .reading, name: ""), on: .testDay)
    #expect(entry.progress == .page(400))
  }
}
