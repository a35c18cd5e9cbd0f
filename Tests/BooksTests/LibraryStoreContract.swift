import Books
import Core
import Foundation
import Testing

/// What every ``LibraryStore`` does.
@Suite("Every library store")
struct LibraryStoreContract {
  private func entry(
    _ number: Int, on shelves: Set<Shelf.ID> = [.reading], reference: String? = nil,
    added: Int? = nil
  ) -> LibraryEntry {
    LibraryEntry(
      id: LibraryEntry.ID("entry-\(number)"), book: BookCopy(title: "Book \(number)"),
      reference: reference.map { CatalogueReference(source: "test", key: $0) }, shelves: shelves,
      added: Date(timeIntervalSince1970: Double(added ?? number)))
  }

  private func reference(_ key: String) -> CatalogueReference {
    CatalogueReference(source: "test", key: key)
  }

  @Test("is empty at first", arguments: NamedLibraryStore.all)
  func empty(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    #expect(try await store.entry("none") == nil)
    #expect(try await store.entries(for: [reference("none")]).isEmpty)
    #expect(try await store.counts() == [:])
    #expect(try await store.ownShelves() == [])
    let page = try await store.entries(on: .reading, offset: 0, limit: 10)
    #expect(page.items == [] && page.total == 0 && page.next == nil)
    try await store.remove("none")
  }

  @Test("gives back all of an entry", arguments: NamedLibraryStore.all)
  func wholeEntry(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    let book = BookCopy(
      title: "Война и мир\u{0}\u{1B}", alternativeTitle: "“War” & 'Peace'",
      authors: [AuthorName(key: "leo-tolstoy", name: "Leo Tolstoy"), AuthorName(name: "N. N.")],
      year: -800, pages: 1225, language: "rus", cover: 7, subjects: ["War", "Classics"])
    var entry = LibraryEntry(
      id: "entry/'1", book: book, reference: reference("war-and-peace"),
      shelves: [.reading, "shelf-1", "shelf-2"],
      added: Date(timeIntervalSince1970: 1_700_000_000.123))
    entry.rating = 5
    entry.review = "Long,\nbut 👩‍👩‍👧 good."
    entry.notes = String(repeating: "n", count: 100_000)
    entry.started = CalendarDate("2026-01-31")
    entry.finished = CalendarDate("2026-02-28")
    entry.progress = .percent(40)
    entry.history = [
      ProgressRecord(date: try #require(CalendarDate("2026-02-01")), progress: .page(12)),
      ProgressRecord(date: try #require(CalendarDate("2026-02-02")), progress: .percent(40)),
    ]
    try await store.save(entry)
    #expect(try await store.entry(entry.id) == entry)
    #expect(try await store.entries(for: [reference("war-and-peace")]).values.first == entry)
    #expect(try await store.entries(on: "shelf-2", offset: 0, limit: 1).items == [entry])
  }

  @Test("stores an entry in the place of the old one", arguments: NamedLibraryStore.all)
  func replaces(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    try await store.save(entry(1, on: [.reading, "own"], reference: "a"))
    let changed = entry(1, on: [.read], reference: "b")
    try await store.save(changed)
    #expect(try await store.entry(changed.id) == changed)
    #expect(try await store.counts() == [.read: 1])
    #expect(try await store.entries(on: .reading, offset: 0, limit: 10).items == [])
    let found = try await store.entries(for: [reference("a"), reference("b")])
    #expect(found == [reference("b"): changed])
    try await store.save(entry(1, on: [.read]))
    #expect(try await store.entries(for: [reference("b")]).isEmpty)
  }

  @Test("forgets a removed entry everywhere", arguments: NamedLibraryStore.all)
  func removes(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    try await store.save(entry(1, on: [.reading, "own"], reference: "a"))
    try await store.save(entry(2, on: [.reading], reference: "b"))
    try await store.remove("entry-1")
    #expect(try await store.entry("entry-1") == nil)
    #expect(try await store.counts() == [.reading: 1])
    let found = try await store.entries(for: [reference("a"), reference("b")])
    #expect(found.keys.map(\.key) == ["b"])
    #expect(try await store.entries(on: "own", offset: 0, limit: 10).total == 0)
  }

  @Test("counts an entry on each of its shelves", arguments: NamedLibraryStore.all)
  func counts(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    try await store.save(entry(1, on: [.reading, "own"]))
    try await store.save(entry(2, on: [.reading]))
    try await store.save(entry(3, on: ["own"]))
    try await store.save(entry(4, on: [.wantToRead]))
    #expect(try await store.counts() == [.reading: 2, "own": 2, .wantToRead: 1])
  }

  @Test("pages through a shelf, the one added last first", arguments: NamedLibraryStore.all)
  func pages(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    // Two were added in the same moment: they stay in one order, and none is lost between pages.
    for number in [3, 1, 5, 2, 4] {
      try await store.save(entry(number, added: number == 3 ? 2 : number))
    }
    try await store.save(entry(9, on: [.read]))
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

  @Test("takes any offset and limit", arguments: NamedLibraryStore.all)
  func bounds(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    for number in 1...3 { try await store.save(entry(number)) }
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

  @Test("finds many books at once", arguments: NamedLibraryStore.all)
  func manyReferences(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    for number in 1...50 { try await store.save(entry(number, reference: "key-\(number)")) }
    let asked = (1...2000).map { reference("key-\($0)") } + [reference("key-1")]
    #expect(try await store.entries(for: asked).count == 50)
    #expect(try await store.entries(for: []).isEmpty)
    let elsewhere = CatalogueReference(source: "other", key: "key-1")
    #expect(try await store.entries(for: [elsewhere]).isEmpty)
  }

  @Test("keeps own shelves in the order in which they were made", arguments: NamedLibraryStore.all)
  func shelves(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    for (id, name) in [("shelf-b", "Zoo"), ("shelf-a", "Äpfel"), ("shelf-c", "Zoo's \"other\"")] {
      try await store.save(Shelf(id: Shelf.ID(id), name: name))
    }
    try await store.save(Shelf(id: "shelf-b", name: "Renamed"))
    #expect(try await store.ownShelves().map(\.name) == ["Renamed", "Äpfel", "Zoo's \"other\""])
    #expect(try await store.ownShelves().map(\.id) == ["shelf-b", "shelf-a", "shelf-c"])
  }

  @Test("keeps every one of many simultaneous changes", arguments: NamedLibraryStore.all)
  func simultaneous(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    let entries = (1...100).map { entry($0, reference: "key-\($0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for entry in entries { group.addTask { try await store.save(entry) } }
      try await group.waitForAll()
    }
    #expect(try await store.counts() == [.reading: 100])
  }
}
