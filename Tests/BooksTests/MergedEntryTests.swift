import Catalogue
import Core
import Foundation
import Services
import Testing

@testable import Books

@Suite("Merging two entries of one book")
struct MergedEntryTests {
  @Test("A copy without another title gets the other copy's, or the title of another edition")
  func titles() {
    let titles: [(own: String, other: String, another: String?, expected: String?)] = [
      ("Dune", "Dune", "Дюна", "Дюна"), ("Dune", "Dune", "Dune", nil), ("Dune", "Dune", nil, nil),
      ("War and Peace", "Война и мир", "War and Peace", "Война и мир"),
      ("War and Peace", "Война и мир", "Guerre et paix", "Guerre et paix"),
      ("Война и мир", "War and Peace", nil, "War and Peace"),
      // Other spellings of the same title.
      ("The Hobbit", "HOBBIT", nil, nil),
      ("The Hobbit", "The Hobbit, or There and Back Again", nil, nil),
      ("Dune (Dune, #1)", "Dune", nil, nil),
    ]
    for (own, other, another, expected) in titles {
      var (mine, guests) = (LibraryEntry.sample(1), LibraryEntry.sample(2))
      mine.book = BookCopy(title: own)
      guests.book = BookCopy(title: other, alternativeTitle: another)
      for _ in 1...2 { mine.merge(guests) }
      #expect(mine.book == BookCopy(title: own, alternativeTitle: expected), "\(own) \(other)")
    }
  }

  /// Returns an entry in which each value is set and depends on a number.
  private func full(_ number: Int) -> LibraryEntry {
    let day = CalendarDate(daysSince1970: 20_000 + 10 * number)
    var entry = LibraryEntry.sample(
      number, on: [.read, Shelf.ID("own-\(number)")], reference: "key-\(number)")
    entry.book = BookCopy(
      title: "Title \(number)", alternativeTitle: "Other \(number)",
      authors: [AuthorName(name: "Author \(number)")], year: 1900 + number, pages: 300,
      language: "l\(number)", cover: number, subjects: ["Subject \(number)"],
      isbn: "978000000000\(number)", series: "Series \(number)", volume: "\(number)",
      format: "Format \(number)", copies: number)
    entry.rating = Rating(stars: number)
    (entry.review, entry.notes) = ("Review \(number)", "Notes \(number)")
    (entry.started, entry.finished) = (day, CalendarDate(daysSince1970: day.daysSince1970 + 5))
    entry.progress = .page(100 + number)
    entry.history = [ProgressRecord(date: day, progress: .page(number))]
    return entry
  }

  @Test("Of two entries with all values, each keeps its own, with the earlier day of both")
  func allValues() {
    let (early, late) = (full(1), full(2))
    for (own, other) in [(early, late), (late, early)] {
      var merged = own
      for _ in 1...2 { merged.merge(other) }
      #expect(merged.id == own.id && merged.reference == own.reference)
      #expect(merged.book == own.book)
      #expect(merged.rating == own.rating && merged.review == own.review)
      #expect(merged.notes == "\(own.notes)\n\n\(other.notes)\n\n\(other.review)")
      #expect(merged.progress == own.progress)
      #expect(merged.shelves == [.read, "own-1", "own-2"])
      #expect(merged.started == late.started && merged.finished == late.finished)
      #expect(
        merged.readings == [PastReading(started: early.started, finished: early.finished)])
      #expect(merged.history == early.history + late.history)
      #expect(merged.added == early.added)
    }
  }

  @Test("An entry that has only a title gets every value of the other one")
  func onlyTitle() {
    let other = full(2)
    var merged = LibraryEntry.sample(1, on: [.wantToRead])
    merged.book = BookCopy(title: other.book.title)
    for _ in 1...2 { merged.merge(other) }
    #expect(merged.id == "entry-1" && merged.shelves == other.shelves)
    #expect(merged.book == other.book && merged.reference == other.reference)
    #expect(merged.rating == other.rating && merged.progress == other.progress)
    #expect(merged.review == other.review && merged.notes == other.notes)
    #expect(merged.started == other.started && merged.finished == other.finished)
    #expect(merged.history == other.history && merged.readings == [])
  }

  @Test(
    "A book that was begun again after it was read is on Reading, and was read once",
    arguments: [["own"], ["own", .wantToRead], ["own", .reading]] as [Set<Shelf.ID>])
  func startedAgain(_ shelves: Set<Shelf.ID>) async throws {
    let read = LibraryEntry.reading(1, started: "2020-01-01", finished: "2020-02-01")
    var begun = LibraryEntry.sample(2, on: shelves)
    (begun.started, begun.progress) = (CalendarDate("2024-05-01"), .percent(20))
    for (own, other) in [(read, begun), (begun, read)] {
      var merged = own
      for _ in 1...2 { merged.merge(other) }
      #expect(merged.started == begun.started && merged.finished == nil)
      #expect(merged.progress == begun.progress && merged.shelves == ["own", .reading])
      #expect(merged.readings.typed == "2020-01-01 to 2020-02-01")
      let scene = try GoodreadsScene()
      try await scene.stores.store(of: .guest).save(Shelf(id: "own", name: "Own"))
      try await scene.stores.store(of: .guest).save(merged)
      // The last columns are the number of finished readings and of owned copies.
      #expect(try await scene.exportFile().hasSuffix(",1,0\n"))
    }
  }

  @Test("A book that was begun again and is on custom shelves alone stays there")
  func startedAgainOnOwnShelves() {
    var (read, begun) = (LibraryEntry.sample(1, on: ["a"]), LibraryEntry.sample(2, on: ["b"]))
    (read.finished, begun.started) = (CalendarDate("2020-02-01"), CalendarDate("2024-05-01"))
    read.merge(begun)
    #expect(read.shelves == ["a", "b"] && read.started == begun.started)
  }
}
