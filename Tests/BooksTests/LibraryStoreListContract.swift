import Catalogue
import Core
import Services
import Testing

@testable import Books

/// The contract of ``LibraryStore`` for lists of a shelf, checked on the main actor, which no store
/// may block.
@Suite("Every library store's shelves")
@MainActor struct LibraryStoreListContract {
  @Test("A library store pages a shelf, newest entry first", arguments: NamedLibraryStore.all)
  func pages(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    // Two were added at the same time: their order is stable, and none is lost between pages.
    for number in [3, 1, 5, 2, 4] {
      try await store.save(.sample(number, added: number == 3 ? 2 : number))
    }
    try await store.save(.sample(9, on: [.read]))
    let whole = try await store.entries(on: .reading, offset: 0, limit: 10)
    #expect(whole.items.map(\.added) == whole.items.map(\.added).sorted(by: >))
    #expect(whole.total == 5)
    #expect(whole.next == nil)
    var paged: [LibraryEntry] = []
    var next: Int? = 0
    while let offset = next, paged.count < 10 {
      let page = try await store.entries(on: .reading, offset: offset, limit: 2)
      #expect(page.total == 5)
      paged += page.items
      next = page.next
    }
    #expect(paged == whole.items)
  }

  @Test("A library store accepts any offset and limit", arguments: NamedLibraryStore.all)
  func bounds(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    for number in 1...3 { try await store.save(.sample(number)) }
    let expected: [(offset: Int, limit: Int, count: Int)] = [
      (0, 3, 3), (0, 0, 0), (0, -1, 0), (3, 3, 0), (99, 3, 0), (-5, 2, 2), (Int.max, 3, 0),
      (0, Int.max, 3), (1, Int.max, 2),
    ]
    for (offset, limit, count) in expected {
      let page = try await store.entries(on: .reading, offset: offset, limit: limit)
      #expect(page.items.count == count, "\(offset), \(limit)")
      #expect(page.total == 3)
    }
  }

  @Test("A library store filters a shelf by prefixes of words", arguments: NamedLibraryStore.all)
  func filters(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    let books: [(String, String?, String)] = [
      ("Война и мир", "War and Peace", "Leo Tolstoy"), ("L’Été", nil, "Albert Camus"),
      ("A Doll's House", nil, "Henrik Ibsen"), ("紅楼夢", nil, "曹雪芹"), ("Warlock", nil, "N. N."),
    ]
    for (number, (title, other, author)) in books.enumerated() {
      var entry = LibraryEntry.sample(number)
      entry.book.title = title
      entry.book.alternativeTitle = other
      entry.book.authors = [AuthorName(name: author)]
      try await store.save(entry)
    }
    try await store.save(.sample(9, on: [.read]))
    let expected: [(String, [Int])] = [
      ("", [4, 3, 2, 1, 0]), (" \t", [4, 3, 2, 1, 0]), ("war", [4, 0]), ("WAR tol", [0]),
      ("ВОЙНА", [0]), ("ete", [1]), ("l'été", [1]), ("dolls", [2]), ("doll s", [2]), ("夢", [3]),
      ("雪芹", [3]), ("arlock", []), ("book", []), ("%", []), ("a", [2, 1, 0]),
      (String(repeating: "war ", count: 100_000), [4, 0]),
    ]
    for (words, numbers) in expected {
      let page = try await store.entries(
        on: .reading, matching: WordFilter(words), offset: 0, limit: 10)
      #expect(page.items.map(\.id.rawValue) == numbers.map { "entry-\($0)" }, "\(words.prefix(20))")
      #expect(page.total == numbers.count)
    }
    let second = try await store.entries(
      on: .reading, matching: WordFilter("war"), offset: 1, limit: 1)
    #expect(second.items.map(\.id) == ["entry-0"] && second.total == 2 && second.next == nil)
    let first = try await store.entries(
      on: .reading, matching: WordFilter("war"), offset: 0, limit: 1)
    #expect(first.next == 1)
    var renamed = LibraryEntry.sample(4)
    renamed.book.title = "Peace"
    try await store.save(renamed)
    let left = try await store.entries(
      on: .reading, matching: WordFilter("war"), offset: 0, limit: 9)
    #expect(left.total == 1, "a new title has other words")
  }

  @Test("A library store returns all entries, oldest first", arguments: NamedLibraryStore.all)
  func everyEntry(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    let entries = [
      LibraryEntry.sample(3, on: [.read, "own"], reference: "a"), .sample(1, on: ["own"]),
      .sample(2, on: [.wantToRead], reference: "b"),
    ]
    for entry in entries { try await store.save(entry) }
    #expect(try await store.allEntries() == [entries[1], entries[2], entries[0]])
    try await store.remove("entry-2")
    #expect(try await store.allEntries().map(\.id) == ["entry-1", "entry-3"])
  }

  @Test("A library store removes a shelf and keeps its books", arguments: NamedLibraryStore.all)
  func removesShelf(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    try await store.save(Shelf(id: "one", name: "One"))
    try await store.save(Shelf(id: "two", name: "Two"))
    let entry = LibraryEntry.sample(1, on: [.read, "one"])
    try await store.save(entry)
    try await store.removeShelf("one")
    #expect(try await store.ownShelves().map(\.id) == ["two"])
    #expect(try await store.entry(entry.id) == entry)
  }

  @Test(
    "A library store removes everything at once, and can be filled again",
    arguments: NamedLibraryStore.all)
  func removesAll(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    try await store.save(Shelf(id: "own", name: "Own"))
    for number in 1...3 {
      try await store.save(.sample(number, on: [.read, "own"], reference: "key-\(number)"))
    }
    try await store.removeAll()
    #expect(try await store.allEntries() == [])
    #expect(try await store.ownShelves() == [])
    #expect(try await store.counts() == [:])
    #expect(try await store.entries(for: [.test("key-1")]).isEmpty)
    try await store.save(.sample(1, reference: "key-1"))
    #expect(try await store.counts() == [.reading: 1])
  }

  @Test(
    "A transaction reads all entries on a shelf, newest first", arguments: NamedLibraryStore.all)
  func entriesInTransaction(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    for number in 1...30 {
      try await store.save(.sample(number, on: number % 2 == 0 ? [.read, "own"] : [.read]))
    }
    let ids = try await store.change("") { records throws(StorageError) in
      try records.entries(on: "own").map(\.id.rawValue)
    }
    #expect(ids == (1...15).reversed().map { "entry-\($0 * 2)" })
  }
}
