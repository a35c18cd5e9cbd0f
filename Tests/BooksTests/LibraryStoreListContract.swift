import Books
import Core
import Testing

/// What every ``LibraryStore`` does with the list of a shelf.
@Suite("Every library store's shelves")
struct LibraryStoreListContract {
  @Test("pages through a shelf, the one added last first", arguments: NamedLibraryStore.all)
  func pages(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    // Two were added in the same moment: they stay in one order, and none is lost between pages.
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

  @Test("takes any offset and limit", arguments: NamedLibraryStore.all)
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
}
