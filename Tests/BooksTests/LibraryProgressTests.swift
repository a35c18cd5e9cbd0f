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
    var entry = try await library.put(scene.dune(), on: scene.wantToRead)
    entry = try await library.put(entry, on: scene.own)
    entry = try await library.note(.page(10), in: entry)
    #expect(entry.shelves == [.reading, "own"])
    #expect(entry.started == scene.today)
    #expect(entry.progress == .page(10))
    #expect(entry.finished == nil)
  }

  @Test("A day has one record: the last of the day")
  func history() async throws {
    let first = scene.today
    var entry = try await library.note(.page(10), in: scene.dune())
    entry = try await library.note(.page(30), in: entry)
    scene.clock.advance(by: .seconds(86_400))
    entry = try await library.note(.page(20), in: entry)
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
    let entry = try await library.note(progress, in: scene.dune())
    #expect(entry.shelves == [.read])
    #expect(entry.finished == scene.today)
  }

  @Test("A book on Read stays there when it is read again")
  func again() async throws {
    let first = scene.today
    var entry = try await library.note(.percent(100), in: scene.dune())
    scene.clock.advance(by: .seconds(86_400))
    entry = try await library.note(.percent(5), in: entry)
    #expect(entry.shelves == [.read])
    #expect(entry.finished == first)
  }

  @Test("Without a number of pages no page finishes a book")
  func unknownLength() async throws {
    let book = library.newEntry(BookCopy(title: "Unknown"), nil)
    #expect(try await library.note(.page(9999), in: book).shelves == [.reading])
  }
}
