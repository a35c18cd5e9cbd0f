import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

/// The contract of ``LibraryStore`` for searches, checked on the main actor, which no store may
/// block.
@Suite("Every library store's search")
@MainActor struct LibrarySearchContract {
  /// Five books with all that a search looks at.
  private func filled(_ named: NamedLibraryStore) async throws -> any LibraryStore {
    let store = try await named.make()
    try await store.save(Shelf(id: "lent", name: "Lent to Zoë"))
    try await store.save(Shelf(id: "other", name: "Garden"))
    func entry(
      _ number: Int, _ title: String, _ author: String,
      _ edit: (inout LibraryEntry) -> Void = { _ in }
    ) async throws {
      var entry = LibraryEntry.sample(number)
      entry.book.title = title
      entry.book.authors = [AuthorName(name: author)]
      edit(&entry)
      try await store.save(entry)
    }
    try await entry(1, "The Hobbit", "J.R.R. Tolkien") {
      $0.book.isbn = "9780547928227"
      ($0.book.year, $0.book.subjects) = (1937, ["Fantasy fiction", "Dragons"])
    }
    try await entry(2, "Война и мир", "Leo Tolstoy") {
      $0.book.alternativeTitle = "War and Peace"
      ($0.book.year, $0.book.language) = (1869, "rus")
      $0.notes = "Bought in the Garden Street."
    }
    try await entry(3, "The Hobbit's Garden", "A. N. Other") {
      $0.shelves = [.read, "lent"]
      $0.review = "L'été, as good as Tolkien."
    }
    try await entry(4, "Gardens", "Ursula K. Le Guin") { $0.shelves = ["other"] }
    try await entry(5, "Notes", "Fyodor Dostoevsky")
    return store
  }

  private func found(
    _ query: BookQuery, in store: any LibraryStore, limit: Int = 20
  ) async throws -> [Int] {
    try await store.search(LibraryQuery(query), limit: limit).items.compactMap {
      Int($0.id.rawValue.dropFirst("entry-".count))
    }
  }

  @Test(
    "A library search finds books by title, author, ISBN, notes, review and shelf, best first",
    arguments: NamedLibraryStore.all)
  func words(_ named: NamedLibraryStore) async throws {
    let store = try await filled(named)
    let expected: [(String, [Int])] = [
      ("hobbit", [3, 1]), ("HOBB", [3, 1]), ("war peace", [2]), ("ВОЙНА", [2]),
      ("tolkien", [1, 3]), ("jrr tolkien", [1]), ("j.r.r. tolkien", [1]), ("an other", [3]),
      ("hobbit tolkien", [1, 3]), ("guin", [4]), ("9780547928227", [1]), ("978-0-547-92822-7", [1]),
      ("0-547-92822-X", [1]), ("ISBN 0547928220", [1]), ("9780547928234", []), ("street", [2]),
      ("ete", [3]), ("l'été", [3]), ("zoe", [3]), ("lent hobbit", [3]), ("garden", [4, 3, 2]),
      ("bbit", []), ("entry", []), ("%", []), ("???", []), ("", []), (" \t", []),
      ("hobbit ???", [3, 1]), (String(repeating: "hobbit ", count: 100_000), [3, 1]),
    ]
    for (words, numbers) in expected {
      #expect(
        try await found(BookQuery(words: words), in: store) == numbers, "\(words.prefix(30))")
    }
  }

  @Test("Filters restrict a library search, and orders sort it", arguments: NamedLibraryStore.all)
  func filters(_ named: NamedLibraryStore) async throws {
    let store = try await filled(named)
    let expected: [(BookQuery, [Int])] = [
      (BookQuery(author: "tolk"), [1]), (BookQuery(author: "jrr"), [1]),
      (BookQuery(words: "hobbit", author: "other"), [3]),
      (BookQuery(words: "hobbit", author: "tolstoy"), []), (BookQuery(subject: "dragon"), [1]),
      (BookQuery(subject: "hobbit"), []), (BookQuery(fromYear: 1900), [1]),
      (BookQuery(toYear: 1869), [2]), (BookQuery(fromYear: 1870, toYear: 1936), []),
      (BookQuery(fromYear: 1950, toYear: 1900), []), (BookQuery(language: "rus"), [2]),
      (BookQuery(words: "hobbit", language: "rus"), []), (BookQuery(author: "?"), []),
      (BookQuery(words: "t", order: .oldest), [2, 1, 3]),
      (BookQuery(words: "t", order: .newest), [1, 2, 3]),
      (BookQuery(words: "t", order: .title), [1, 3, 2]),
      // Without its article, “The Hobbit's Garden” is before “Notes”.
      (BookQuery(words: "n", order: .title), [3, 5]),
      (BookQuery(words: "t"), [3, 1, 2]),
    ]
    for (query, numbers) in expected {
      #expect(try await found(query, in: store) == numbers, "\(query)")
    }
  }

  @Test(
    "A title comes before a longer one that begins with it, whatever else it is called",
    arguments: NamedLibraryStore.all)
  func beginnings(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    for (number, title) in ["Dune Encyclopedia", "Dune"].enumerated() {
      var entry = LibraryEntry.sample(number)
      entry.book.title = title
      entry.book.alternativeTitle = number == 1 ? "Wüstenplanet" : nil
      try await store.save(entry)
    }
    #expect(try await found(BookQuery(words: "dune", order: .title), in: store) == [1, 0])
  }

  @Test(
    "A library search shows the first matches, and counts all of them",
    arguments: NamedLibraryStore.all)
  func limits(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    for number in 1...5 { try await store.save(.sample(number)) }
    let query = LibraryQuery(BookQuery(words: "book"))
    for (limit, count) in [(0, 0), (-1, 0), (2, 2), (5, 5), (Int.max, 5)] {
      let page = try await store.search(query, limit: limit)
      #expect(page.items.map(\.id) == (1...5).reversed().prefix(count).map { .init("entry-\($0)") })
      #expect(page.total == 5 && (page.next != nil) == (count < 5), "\(limit)")
    }
  }

  @Test(
    "A library search forgives a typo, and says which words it took",
    arguments: NamedLibraryStore.all)
  func typos(_ named: NamedLibraryStore) async throws {
    let store = try await filled(named)
    let expected: [(String, String?, [Int])] = [
      ("hobit", "hobbit", [3, 1]), ("obbit", "hobbit", [3, 1]), ("tolkein", "tolkien", [1, 3]),
      ("tolkein hobit", "tolkien hobbit", [1, 3]), ("dostojewski", "dostoevsky", [5]),
      ("dostoyevsky", "dostoevsky", [5]), ("leo tolstoi", "leo tolstoy", [2]),
      ("garten", "garden", [4, 3, 2]), ("hobbit", nil, [3, 1]), ("hobbit peace", nil, []),
      ("войнна мир", "война мир", [2]), ("garten zoée", "garden zoë", [3]), ("zebra", nil, []),
      ("hob", nil, [3, 1]), ("hib", nil, []), ("9780547928228", nil, []),
    ]
    for (words, correction, numbers) in expected {
      let page = try await store.search(LibraryQuery(BookQuery(words: words)), limit: 20)
      #expect(page.correction == correction, "\(words)")
      #expect(page.items.map(\.id.rawValue) == numbers.map { "entry-\($0)" }, "\(words)")
    }
  }

  @Test(
    "A library search finds changed books and shelves by their new values only",
    arguments: NamedLibraryStore.all)
  func changes(_ named: NamedLibraryStore) async throws {
    let store = try await filled(named)
    var hobbit = try #require(try await store.entry("entry-1"))
    hobbit.book.title = "There and Back Again"
    hobbit.book.isbn = nil
    try await store.save(hobbit)
    #expect(try await found(BookQuery(words: "hobbit"), in: store) == [3])
    #expect(try await found(BookQuery(words: "9780547928227"), in: store) == [])
    #expect(try await found(BookQuery(words: "back"), in: store) == [1])
    try await store.remove("entry-1")
    #expect(try await found(BookQuery(words: "back"), in: store) == [])
    try await store.save(Shelf(id: "lent", name: "Cellar"))
    #expect(try await found(BookQuery(words: "zoe"), in: store) == [])
    #expect(try await found(BookQuery(words: "cellar"), in: store) == [3])
    try await store.removeAll()
    #expect(try await found(BookQuery(words: "garden"), in: store) == [])
  }

  @Test("A library search accepts any text", arguments: NamedLibraryStore.all)
  func hostile(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    let texts = Hostile.texts + HostileLookup.queries
    for (number, text) in texts.enumerated() {
      var entry = LibraryEntry.sample(number)
      (entry.book.title, entry.notes, entry.review) = (text, text, text)
      entry.book.authors = [AuthorName(name: text)]
      entry.book.isbn = text
      try await store.save(entry)
    }
    for text in texts {
      for query in [BookQuery(words: text), BookQuery(author: text, language: text)] {
        let page = try await store.search(LibraryQuery(query), limit: 100)
        #expect(Set(page.items.map(\.id)).count == page.items.count)
      }
      _ = try await store.copies(
        of: [
          BookLink(CatalogueBook(reference: .test(text), title: text, authors: [.init(name: text)]))
        ])
    }
  }

  @Test(
    "A library search looks at all custom shelves with a word in their names",
    arguments: NamedLibraryStore.all)
  func manyShelves(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    for year in 2011...2024 {
      let shelf = Shelf(id: Shelf.ID("shelf-\(year)"), name: "read-\(year)")
      try await store.save(shelf)
      try await store.save(.sample(year, on: [.read, shelf.id]))
    }
    let years = Array((2011...2024).reversed())
    #expect(try await found(BookQuery(words: "read"), in: store) == years)
  }
}
