import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("A shelf with damaged rows")
struct DamagedShelfTests {
  private let file: DamagedFile
  private let store: any LibraryStore

  init() throws {
    file = try DamagedFile()
    store = try file.store()
  }

  private func ids(_ query: ShelfQuery) async throws -> [LibraryEntry.ID] {
    try await store.entries(on: .read, query, offset: 0, limit: 9).items.map(\.id)
  }

  @Test(
    "A number out of range neither sorts nor filters a shelf, and is not found",
    arguments: [Int.max, .min, -1_000_000])
  func outOfRange(_ damaged: Int) async throws {
    for number in 1...4 {
      var entry = LibraryEntry.sample(number, on: [.read])
      (entry.book.pages, entry.book.year) = (100 * number, 1900 + number)
      entry.rating = Rating(stars: number)
      // A reading that is damaged, too.
      entry.readings = number == 2 ? [PastReading(finished: .testDay)] : []
      entry.finished = CalendarDate(daysSince1970: number)
      try await store.save(entry)
    }
    let columns = ["pages", "year", "half_stars", "finished"].map { "\($0) = \(damaged)" }
    try file.damage(
      "UPDATE library_entries SET \(columns.joined(separator: ", ")) WHERE number = 2")
    try file.damage("UPDATE library_readings SET finished = \(damaged)")
    try file.damage("UPDATE library_search SET year = \(damaged) WHERE entry = 2")
    for key in [ShelfOrder.Key.pages, .year, .rating, .finished] {
      let others: [LibraryEntry.ID] = ["entry-4", "entry-3", "entry-1"]
      let query = { ShelfQuery(order: ShelfOrder(key, isReversed: $0)) }
      #expect(try await ids(query(false)) == others + ["entry-2"], "\(key)")
      #expect(try await ids(query(true)) == others.reversed() + ["entry-2"], "\(key)")
    }
    var query = ShelfQuery()
    query.rated = .unrated
    #expect(try await ids(query) == ["entry-2"])
    query = ShelfQuery()
    for (from, to) in [(1, nil), (nil, 9999), (-9999, 9999)] as [(Int?, Int?)] {
      (query.fromYear, query.toYear) = (from, to)
      #expect(try await ids(query) == ["entry-4", "entry-3", "entry-1"])
      let search = BookQuery(words: "book", fromYear: from, toYear: to)
      let found = try await store.search(LibraryQuery(search), limit: 9)
      #expect(!found.items.map(\.id).contains("entry-2") && found.total == 3)
    }
  }

  @Test("A number of pages that only the table accepts sorts no book", arguments: [0, 1_000_000])
  func widePages(_ damaged: Int) async throws {
    for number in 1...3 {
      var entry = LibraryEntry.sample(number, on: [.read])
      entry.book.pages = 100 * number
      try await store.save(entry)
    }
    try file.damage("UPDATE library_entries SET pages = \(damaged) WHERE number = 2")
    for isReversed in [false, true] {
      let query = ShelfQuery(order: ShelfOrder(.pages, isReversed: isReversed))
      #expect(try await ids(query).last == "entry-2")
    }
  }

  @Test("A shelf shows no book of another owner")
  func owners() async throws {
    try await store.save(.sample(1, on: [.read]))
    var filtered = ShelfQuery()
    filtered.rated = .unrated
    let queries = [ShelfQuery(), filtered, ShelfQuery(order: ShelfOrder(.title))]
    for query in queries { #expect(try await ids(query) == ["entry-1"]) }
    try file.damage("UPDATE library_entries SET owner = 'account/ada/'")
    for query in queries { #expect(try await ids(query).isEmpty) }
  }

  @Test("A row of a book that is gone keeps no book from its shelf")
  func orphans() async throws {
    let entry = LibraryEntry.sample(1, on: [.read])
    try await store.save(entry)
    try file.damage("UPDATE library_shelf_entries SET entry = 99")
    try await store.save(entry)
    #expect(try await ids(ShelfQuery()) == [entry.id])
  }
}
