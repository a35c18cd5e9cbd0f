import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("Removing a book, and undo on its page") @MainActor
struct BookRemovalTests {
  private let scene = BooksScene()

  private func keep(_ change: (inout LibraryEntry) -> Void) async throws {
    var entry = LibraryEntry.sample(1)
    change(&entry)
    try await scene.guestStore.save(entry)
  }

  @Test("A book without the reader's words is removed at once")
  func atOnce() async throws {
    try await keep { $0.progress = .page(3) }
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("remove")
      #expect(app.notice == "Removed from your library.")
      await app.tap("undo")
      #expect(app.notice == "Undone: removed from your library.")
    }
    #expect(try await scene.guestStore.count() == 1)
  }

  @Test(
    "A question names what would be lost",
    arguments: [
      (4, "", "", "your rating"), (nil, "Long.", "", "your review"),
      (nil, "", "Lent.", "your notes"),
      (4, "Long.", "", "your rating and your review"),
      (4, "Long.", "Lent.", "your rating, your review and your notes"),
    ] as [(Rating?, String, String, String)])
  func asks(_ rating: Rating?, _ review: String, _ notes: String, _ lost: String) async throws {
    try await keep { ($0.rating, $0.review, $0.notes) = (rating, review, notes) }
    let before = try await scene.guestStore.allEntries()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("remove")
      #expect(app.title == "Remove “Book 1”?")
      #expect(app.text.contains("This also removes \(lost)."))
      await app.tap("keep")
      let kept = try await scene.guestStore.allEntries()
      #expect(kept == before)
      await app.tap("remove")
      await app.close()
      let closed = try await scene.guestStore.allEntries()
      #expect(closed == before)
      await app.tap("remove")
      await app.tap("remove")
      #expect(app.notice == "Removed from your library.")
      let removed = try await scene.guestStore.allEntries()
      #expect(removed == [])
      await app.tap("undo")
    }
    #expect(try await scene.guestStore.allEntries() == before)
  }

  @Test("The question also names the dates of readings, which count in the statistics")
  func dates() throws {
    let day = CalendarDate("2019-05-01")
    let cases: [(CalendarDate?, CalendarDate?, [PastReading])] = [
      (day, nil, []), (nil, day, []), (nil, nil, [PastReading(finished: day)]),
    ]
    for dates in cases {
      var entry = LibraryEntry.sample(1, on: [.read])
      (entry.started, entry.finished, entry.readings) = dates
      #expect(RemovalText(entry) == nil, "nothing that the reader wrote is lost")
      entry.rating = 4
      let question = try #require(RemovalText(entry))
      #expect(question.message == "This also removes your rating and your reading dates.")
    }
  }

  @Test("Undo says what was undone, on the book's page and on its shelf")
  func saysWhat() async throws {
    try await keep { _ in }
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("rate", "5")
      await app.tap("undo")
      #expect(app.notice == "Undone: rated ★★★★★.")
      await app.tap("finish")
      await app.tap("undo")
      #expect(app.notice == "Undone: moved to “Read”.")
      await app.tap("rate", "3")
      await app.open("booksapp://shelves/reading")
      await app.tap("undo")
      #expect(app.notice == "Undone for “Book 1”: rated ★★★☆☆.")
    }
  }
}
