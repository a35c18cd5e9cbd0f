import Catalogue
import Core
import Services
import Foundation
import TestKit
import Testing

@testable import Books

/// The contract of ``LibraryStore``, checked on the main actor, which no store may block.
@Suite("Every library store")
@MainActor struct LibraryStoreContract {
  @Test("A new library store is empty", arguments: NamedLibraryStore.all)
  func empty(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    #expect(try await store.entry("none") == nil)
    #expect(try await store.entries(for: [.test("none")]).isEmpty)
    #expect(try await store.count() == 0)
    #expect(try await store.counts() == [:])
    #expect(try await store.ownShelves() == [])
    let page = try await store.entries(on: .reading, offset: 0, limit: 10)
    #expect(page.items == [] && page.total == 0 && page.next == nil)
    try await store.remove("none")
    try await store.removeShelf("none")
    #expect(try await store.allEntries() == [])
    try await store.removeAll()
  }

  @Test("A library store returns all values of an entry", arguments: NamedLibraryStore.all)
  func wholeEntry(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    let book = BookCopy(
      title: "Война и мир\u{0}\u{1B}", alternativeTitle: "“War” & 'Peace'",
      authors: [AuthorName(key: "leo-tolstoy", name: "Leo Tolstoy"), AuthorName(name: "N. N.")],
      year: -800, pages: 1225, language: "rus", cover: 7, subjects: ["War", "Classics"],
      isbn: "9780140447934")
    var entry = LibraryEntry(
      id: "entry/'1", book: book, reference: .test("war-and-peace"),
      shelves: [.reading, "shelf-1", "shelf-2"],
      added: Date(timeIntervalSince1970: 1_700_000_000.123))
    entry.rating = 4.5
    (entry.book.series, entry.book.volume) = ("Дюна", "2.5")
    (entry.book.format, entry.book.copies) = ("Kindle Edition", 10_000)
    entry.review = "Long,\nbut 👩‍👩‍👧 good."
    entry.notes = String(repeating: "n", count: 100_000)
    entry.started = CalendarDate("2026-01-31")
    entry.finished = CalendarDate("2026-02-28")
    entry.readings = [
      PastReading(finished: nil), PastReading(finished: CalendarDate("2019-05-01")),
      PastReading(started: .testDay, finished: .testDay),
    ]
    entry.progress = .percent(40)
    entry.history = [
      ProgressRecord(date: try #require(CalendarDate("2026-02-01")), progress: .page(12)),
      ProgressRecord(date: try #require(CalendarDate("2026-02-02")), progress: .percent(40)),
    ]
    try await store.save(entry)
    #expect(try await store.entry(entry.id) == entry)
    #expect(try await store.allEntries() == [entry])
    #expect(try await store.entries(for: [.test("war-and-peace")]).values.first == entry)
    #expect(try await store.entries(on: "shelf-2", offset: 0, limit: 1).items == [entry])
  }

  @Test("A library store keeps any text, number and time exactly", arguments: NamedLibraryStore.all)
  func oddValues(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    let texts = Hostile.texts + [String(repeating: "x\u{0}👩‍👩‍👧\n", count: 100_000)]
    let numbers = [0, 1, 2, 9999, 5]
    let times = [0, -63_114_076_800, 252_423_993_599, 0.1 + 0.2, .leastNonzeroMagnitude]
    for (number, text) in texts.enumerated() {
      var entry = LibraryEntry.sample(number, on: [.reading, Shelf.ID(text)], reference: text)
      // An identifier with the character that stands for damaged bytes is skipped.
      let id = LibraryEntry.ID("\(number)\(text)".replacing("\u{FFFD}", with: ""))
      entry = LibraryEntry(
        id: id, book: entry.book, reference: entry.reference,
        shelves: entry.shelves,
        added: Date(timeIntervalSinceReferenceDate: times[number % times.count]))
      entry.book = BookCopy(
        title: text, alternativeTitle: text, authors: [AuthorName(key: text, name: text)],
        year: numbers[number % 5], pages: 1 + numbers[number % 5], language: text,
        cover: numbers[number % 5], subjects: [text, "", text])
      entry.rating = Rating(halves: 1 + number % 10)
      entry.review = text
      entry.notes = text
      entry.started = CalendarDate("0001-01-01")
      entry.finished = CalendarDate("9999-12-31")
      entry.progress = .page(numbers[number % 5])
      try await store.save(entry)
      let kept = try await store.entry(entry.id)
      #expect(kept == entry)
      // `==` ignores differences in Unicode normalization.
      #expect(kept.map { Array($0.book.title.utf8) } == Array(text.utf8))
      #expect(kept.map { Array($0.book.authors[0].name.utf8) } == Array(text.utf8))
      #expect(try await store.entries(for: [.test(text)]).values.map(\.id) == [entry.id])
      try await store.remove(entry.id)
    }
  }

  @Test("A library store leaves out invalid numbers", arguments: NamedLibraryStore.all)
  func unboundedValues(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    for (number, seconds) in [Int.min: -1e300, .max: 1e300, -1_000_000_000: -.infinity] {
      var entry = LibraryEntry(
        id: "odd",
        book: .init(
          title: "T", year: number, pages: number, cover: number,
          series: "a\u{1B}", volume: "", format: String(repeating: "x", count: 101), copies: number),
        shelves: [.read], added: Date(timeIntervalSinceReferenceDate: seconds))
      entry.progress = .percent(number)
      entry.history = [
        ProgressRecord(date: .testDay, progress: .page(number)),
        ProgressRecord(date: .testDay, progress: .page(1)),
      ]
      try await store.save(entry)
      let kept = try #require(try await store.entry("odd"))
      #expect(kept.book == BookCopy(title: "T") && kept.progress == nil)
      #expect(kept.history == [ProgressRecord(date: .testDay, progress: .page(1))])
      #expect(DatabaseValue.times.contains(kept.added.timeIntervalSinceReferenceDate))
    }
  }

  @Test("A library store replaces an entry that is saved again", arguments: NamedLibraryStore.all)
  func replaces(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    try await store.save(.sample(1, on: [.reading, "own"], reference: "a"))
    let changed = LibraryEntry.sample(1, on: [.read], reference: "b")
    try await store.save(changed)
    #expect(try await store.entry(changed.id) == changed)
    #expect(try await store.counts() == [.read: 1])
    #expect(try await store.entries(on: .reading, offset: 0, limit: 10).items == [])
    let found = try await store.entries(for: [.test("a"), .test("b")])
    #expect(found == [.test("b"): changed])
    try await store.save(.sample(1, on: [.read]))
    #expect(try await store.entries(for: [.test("b")]).isEmpty)
  }

  @Test("A library store removes an entry from every shelf", arguments: NamedLibraryStore.all)
  func removes(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    try await store.save(.sample(1, on: [.reading, "own"], reference: "a"))
    try await store.save(.sample(2, on: [.reading], reference: "b"))
    try await store.remove("entry-1")
    #expect(try await store.entry("entry-1") == nil)
    #expect(try await store.counts() == [.reading: 1])
    let found = try await store.entries(for: [.test("a"), .test("b")])
    #expect(found.keys.map(\.key) == ["b"])
    #expect(try await store.entries(on: "own", offset: 0, limit: 10).total == 0)
  }

  @Test("A library store counts an entry on each of its shelves", arguments: NamedLibraryStore.all)
  func counts(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    try await store.save(.sample(1, on: [.reading, "own"]))
    try await store.save(.sample(2, on: [.reading]))
    try await store.save(.sample(3, on: ["own"]))
    try await store.save(.sample(4, on: [.wantToRead]))
    #expect(try await store.counts() == [.reading: 2, "own": 2, .wantToRead: 1])
    #expect(try await store.count() == 4)
  }

  @Test("A library store finds many books at once", arguments: NamedLibraryStore.all)
  func manyReferences(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    for number in 1...50 { try await store.save(.sample(number, reference: "key-\(number)")) }
    let asked = ((1...2000) + [1]).map { CatalogueReference.test("key-\($0)") }
    #expect(try await store.entries(for: asked).count == 50)
    #expect(try await store.entries(for: []).isEmpty)
    let elsewhere = CatalogueReference(source: "other", key: "key-1")
    #expect(try await store.entries(for: [elsewhere]).isEmpty)
  }

  @Test(
    "Of several entries of a book, a library store finds the one that was added last",
    arguments: NamedLibraryStore.all)
  func severalOfOneBook(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    for number in [2, 1, 2] { try await store.save(.sample(number, reference: "a")) }
    func found() async throws -> [LibraryEntry.ID] {
      try await store.entries(for: [.test("a")]).values.map(\.id)
    }
    #expect(try await found() == ["entry-1"])
    try await store.remove("entry-1")
    #expect(try await found() == ["entry-2"])
    try await store.remove("entry-2")
    #expect(try await found() == [])
    // Also if another one is of that book only later.
    try await store.save(.sample(1))
    for number in [2, 1] { try await store.save(.sample(number, reference: "a")) }
    #expect(try await found() == ["entry-2"])
  }

  @Test(
    "A library store keeps custom shelves in the order of their creation",
    arguments: NamedLibraryStore.all)
  func shelves(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    for (id, name) in [("shelf-b", "Zoo"), ("shelf-a", "Äpfel"), ("shelf-c", "Zoo's \"other\"")] {
      try await store.save(Shelf(id: Shelf.ID(id), name: name))
    }
    try await store.save(Shelf(id: "shelf-b", name: "Renamed"))
    #expect(try await store.ownShelves().map(\.name) == ["Renamed", "Äpfel", "Zoo's \"other\""])
    #expect(try await store.ownShelves().map(\.id) == ["shelf-b", "shelf-a", "shelf-c"])
  }

  @Test("A library store keeps all of many simultaneous changes", arguments: NamedLibraryStore.all)
  func simultaneous(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    let entries = (1...100).map { LibraryEntry.sample($0, reference: "key-\($0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for entry in entries { group.addTask { try await store.save(entry) } }
      try await group.waitForAll()
    }
    #expect(try await store.counts() == [.reading: 100])
  }
}
