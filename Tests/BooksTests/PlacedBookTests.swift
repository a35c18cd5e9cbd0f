import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("A change that moves a book, and one that does not") @MainActor
struct PlacedBookTests {
  private let scene = BooksScene()

  @Test("A rating says that it has added the book to Read, and the next one doesn't")
  func rated() async {
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await app.tap("rate", "4")
      #expect(app.notice == "Added to “Read”, rated ★★★★☆.")
      await app.tap("rate", "4")
      #expect(app.notice == "Rated ★★★★☆.")
      await app.tap("rate", "3")
      #expect(app.notice == "Rated ★★★☆☆.")
    }
  }

  @Test("A form that has added a book to the library says so, and the next one doesn't")
  func saved() async {
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await app.tap("notes")
      await app.tap("save")
      #expect(app.notice == "Saved. Added to “Want to read”.")
      for _ in 1...2 {
        await app.tap("notes")
        await app.tap("save")
        #expect(app.notice == "Saved.")
      }
    }
  }

  @Test("A rating is removed only if there is one")
  func unrated() async {
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await app.tap("rate", "4")
      await app.tap("rate", "none")
      #expect(app.notice == "Rating removed.")
      await app.tap("rate", "none")
      #expect(app.notice == "The book has no rating.")
    }
  }

  @Test("A progress says that it has added the book, and where the book is after its end")
  func added() async {
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await app.tap("progress", "100")
      #expect(app.notice == "Added to “Reading”. Now at page 100 of 412.")
      await app.tap("progress", "110")
      #expect(app.notice == "Now at page 110 of 412.")
      await app.tap("progress", "100%")
      #expect(app.notice == "Finished. Moved to “Read”.")
      await app.tap("progress", "50%")
      #expect(app.notice == "Moved to “Reading”. Now at 50%.", "it was not finished today")
    }
  }

  @Test("A progress after the end of a reading says that a new one begins")
  func again() async throws {
    for (number, shelf) in [Shelf.ID.read, .reading].enumerated() {
      var entry = LibraryEntry.sample(number, on: [shelf])
      entry.finished = CalendarDate("2020-01-01")
      try await scene.guestStore.save(entry)
    }
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-0")
      await app.tap("progress", "10%")
      #expect(app.notice == "Moved to “Reading”: a new reading begins. Now at 10%.")
      await app.open("booksapp://entries/entry-1")
      await app.tap("progress", "10%")
      #expect(app.notice == "A new reading begins. Now at 10%.")
    }
  }

  @Test("Start says that a new reading begins if the book was finished before")
  func startedAgain() async throws {
    for (number, finished) in ["2020-01-01", nil].enumerated() {
      var entry = LibraryEntry.sample(number, on: [finished == nil ? .wantToRead : .read])
      entry.finished = finished.flatMap { CalendarDate($0) }
      try await scene.guestStore.save(entry)
    }
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-0")
      await app.tap("start")
      #expect(app.notice == "Moved to “Reading”: a new reading begins.")
      await app.open("booksapp://entries/entry-1")
      await app.tap("start")
      #expect(app.notice == "Moved to “Reading”.")
    }
  }
}
