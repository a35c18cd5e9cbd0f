import Services
import TestKit
import Testing

@testable import Books

@Suite("Progress in a finished book, and marking it as read") @MainActor
struct FinishedProgressTests {
  private let scene = LibraryScene()
  private var library: Library { scene.library }

  @Test(
    "Complete progress in a finished book on Read changes nothing, so undo undoes the finish",
    arguments: [ReadingProgress.page(412), .percent(100)])
  func finishedTwice(_ progress: ReadingProgress) async throws {
    let finished = try await library.put(scene.dune(), on: scene.read)
    scene.clock.advance(by: .seconds(86_400))
    let again = try await library.record(progress, in: finished.value)
    #expect(again.value == finished.value && again.value.started == nil)
    #expect(await library.undo()?.kind == .added(to: scene.read))
    #expect(try await scene.stored(finished.value) == nil)
  }

  @Test("Another total with the end of a finished book on Read is a change of its pages only")
  func finishedWithTotal() async throws {
    var entry = try await library.put(scene.dune(), on: scene.read).value
    let before = entry
    entry = try await library.record(.page(400), of: 400, in: entry).value
    #expect(entry.book.pages == 400 && entry.history == [] && entry.started == nil)
    #expect(await library.undo()?.kind == .edited)
    #expect(try await scene.stored(entry) == before)
  }

  @Test(
    "Complete progress in a book on Read without dates changes nothing but a typed total",
    arguments: [ReadingProgress.page(412), .percent(100)])
  func undated(_ progress: ReadingProgress) async throws {
    var entry = LibraryEntry.sample(1, on: [.read])
    entry.book.pages = 412
    try await scene.store.save(entry)
    let same = try await library.record(progress, in: entry)
    #expect(same.value == entry && same.made == nil)
    let longer = try await library.record(.page(450), of: 450, in: entry)
    entry.book.pages = 450
    #expect(longer.value == entry && longer.made?.kind == .edited)
    entry.continueReading(to: .page(450), of: nil, on: .testDay)
    #expect(longer.value == entry)
  }

  @Test("Mark as read of a finished book that a file has on Reading records another reading")
  func markedFromReading() {
    var entry = LibraryEntry.sample(1, on: [.reading])
    entry.finished = CalendarDate("2019-05-01")
    entry.put(on: .read, on: .testDay)
    #expect(entry.finished == .testDay && entry.readings.typed == "2019-05-01")
  }
}
