import Catalogue
import Core
import Services
import Testing

@testable import Books

/// The contract of ``LibraryStore`` for the orders and filters of a shelf.
@Suite("Every library store's orders and filters")
@MainActor struct LibraryStoreOrderContract {
  /// Four books; the last one has only a title.
  private func fill(_ store: any LibraryStore) async throws {
    let books: [(String, String?, Int?, Rating?, Int?, String?)] = [
      ("The Émile", "Jean Zola", 1890, 3.5, 500, "2026-01-02"),
      ("Dune", "Frank Herbert", 1965, 5, 412, "2025-12-31"),
      ("émigré", "Ursula K. Le Guin", -400, nil, 90, "2026-03-01"),
      ("A Zebra", nil, nil, nil, nil, nil),
    ]
    for (number, book) in books.enumerated() {
      var entry = LibraryEntry.sample(number, on: number % 2 == 0 ? [.read, "own"] : [.read])
      entry.book.title = book.0
      entry.book.authors = book.1.map { [AuthorName(name: $0)] } ?? []
      entry.book.year = book.2
      entry.rating = book.3
      entry.book.pages = book.4
      (entry.book.series, entry.book.volume) =
        [
          ("Série", "10"), (nil, nil), ("Serie", nil), ("série", "2.5 extra"),
        ][number]
      entry.finished = book.5.flatMap { CalendarDate($0) }
      try await store.save(entry)
    }
    try await store.save(.sample(9, on: [.reading]))
  }

  private func numbers(_ store: any LibraryStore, _ query: ShelfQuery) async throws -> [Int] {
    var numbers: [Int] = []
    var next: Int? = 0
    while let offset = next, numbers.count < 9 {
      let page = try await store.entries(on: .read, query, offset: offset, limit: 2)
      numbers += page.items.compactMap { Int($0.id.rawValue.dropFirst("entry-".count)) }
      #expect(page.next == nil || page.items.count == 2)
      next = page.next
      if page.next == nil { #expect(page.total == numbers.count) }
    }
    return numbers
  }

  @Test("Every order has its own direction, and missing values come last in both")
  func orders() async throws {
    let expected: [(ShelfOrder.Key, [Int], [Int])] = [
      (.added, [3, 2, 1, 0], [0, 1, 2, 3]), (.title, [1, 2, 0, 3], [3, 0, 2, 1]),
      (.author, [2, 1, 0, 3], [0, 1, 2, 3]), (.year, [1, 0, 2, 3], [2, 0, 1, 3]),
      (.rating, [1, 0, 3, 2], [0, 1, 3, 2]), (.finished, [2, 0, 1, 3], [1, 0, 2, 3]),
      (.pages, [0, 1, 2, 3], [2, 1, 0, 3]), (.series, [3, 0, 2, 1], [2, 0, 3, 1]),
    ]
    #expect(expected.map(\.0).count == ShelfOrder.Key.allCases.count)
    for named in NamedLibraryStore.all {
      let store = try await named.make()
      try await fill(store)
      for (key, forward, backward) in expected {
        let query = { ShelfQuery(order: ShelfOrder(key, isReversed: $0)) }
        #expect(try await numbers(store, query(false)) == forward, "\(key) in \(named)")
        #expect(try await numbers(store, query(true)) == backward, "\(key) back in \(named)")
      }
    }
  }

  @Test("A title comes before a longer title that begins with it")
  func beginnings() async throws {
    for named in NamedLibraryStore.all {
      let store = try await named.make()
      for (number, title) in ["Dune Encyclopedia", "The Dune"].enumerated() {
        var entry = LibraryEntry.sample(number, on: [.read])
        entry.book.title = title
        entry.book.authors = [AuthorName(name: "Frank Herbert")]
        try await store.save(entry)
      }
      let query = { ShelfQuery(order: ShelfOrder(.title, isReversed: $0)) }
      #expect(try await numbers(store, query(false)) == [1, 0], "\(named)")
      #expect(try await numbers(store, query(true)) == [0, 1], "\(named)")
    }
  }

  @Test("No other series is between the volumes of a series")
  func seriesOfOneBeginning() async throws {
    for named in NamedLibraryStore.all {
      let store = try await named.make()
      let volumes: [(String, String?)] = [
        ("Dune", nil), ("Dune 2", "1"), ("Dune Chronicles", "1"), ("Dune", "7"),
      ]
      for (number, (series, volume)) in volumes.enumerated() {
        var entry = LibraryEntry.sample(number, on: [.read])
        (entry.book.series, entry.book.volume) = (series, volume)
        try await store.save(entry)
      }
      let query = { ShelfQuery(order: ShelfOrder(.series, isReversed: $0)) }
      #expect(try await numbers(store, query(false)) == [3, 0, 1, 2], "\(named)")
      #expect(try await numbers(store, query(true)) == [2, 1, 0, 3], "\(named)")
    }
  }

  @Test("Filters must match together, with any order")
  func filters() async throws {
    var queries: [(ShelfQuery, [Int])] = []
    func expect(_ numbers: [Int], _ change: (inout ShelfQuery) -> Void) {
      var query = ShelfQuery(order: ShelfOrder(.pages))
      change(&query)
      queries.append((query, numbers))
    }
    expect([1]) { $0.rated = .stars(5) }
    expect([0]) { $0.rated = .stars(3.5) }
    expect([]) { $0.rated = .stars(3) }
    expect([2, 3]) { $0.rated = .unrated }
    expect([0, 1]) { $0.fromYear = 1890 }
    expect([0, 2]) { $0.toYear = 1890 }
    expect([0]) { ($0.fromYear, $0.toYear) = (1800, 1900) }
    expect([0, 2]) { $0.shelf = "own" }
    expect([2]) { ($0.shelf, $0.rated) = ("own", .unrated) }
    expect([]) { $0.shelf = "other" }
    expect([2]) { $0.author = WordFilter("guin urs") }
    expect([]) { $0.author = WordFilter("dune") }
    expect([0]) {
      ($0.words, $0.toYear) = (WordFilter("em"), 1900); $0.fromYear = 0
    }
    expect([0, 2]) { $0.words = WordFilter("em") }
    for named in NamedLibraryStore.all {
      let store = try await named.make()
      try await fill(store)
      for (query, expected) in queries {
        #expect(try await numbers(store, query) == expected, "\(query) in \(named)")
      }
    }
  }

  @Test(
    "An author is sorted by the last name, without what follows it",
    arguments: [
      ("Martin Luther King, Jr.", "king martin luther"), ("Kurt Vonnegut Jr.", "vonnegut kurt"),
      ("Henry Louis Gates, Jr., PhD", "gates henry louis"),
      ("Jr.", "jr"), (", Jr.", "jr"),
    ])
  func lastName(_ name: String, _ sorted: String) {
    guard case .text(sorted)? = ShelfOrder.author([AuthorName(name: name)]) else {
      Issue.record("\(name)")
      return
    }
  }
}
