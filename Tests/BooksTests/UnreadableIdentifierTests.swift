import Catalogue
import Foundation
import Services
import TestKit
import Testing

@testable import Books

@Suite("A library with identifiers that are not UTF-8")
struct UnreadableIdentifierTests {
  private let logger = MemoryLogger()
  private let file: DamagedFile
  private let store: any LibraryStore

  init() async throws {
    file = try DamagedFile()
    store = try file.store(logger)
    for number in 1...4 { try await store.save(.sample(number, on: [.read])) }
    for name in ["One", "Two", "Three"] {
      try await store.save(Shelf(id: Shelf.ID(name), name: name))
    }
    for (number, bytes) in [(3, "61FF"), (4, "61FE")] {
      for table in ["library_entries", "library_shelf_entries"] {
        let column = table == "library_entries" ? "number" : "entry"
        try file.damage(
          "UPDATE \(table) SET id = CAST(X'\(bytes)' AS TEXT) WHERE \(column) = \(number)")
      }
    }
    for (name, bytes) in [("Two", "62FF"), ("Three", "62FE")] {
      try file.damage(
        "UPDATE library_shelves SET id = CAST(X'\(bytes)' AS TEXT) WHERE name = '\(name)'")
    }
  }

  @Test("Books whose identifiers are not UTF-8 are skipped, counted and logged, the others kept")
  func books() async throws {
    let all = try await store.allEntries()
    #expect(all.map(\.id) == ["entry-1", "entry-2"])
    for title in [false, true] {
      let query = ShelfQuery(order: ShelfOrder(title ? .title : .added))
      let page = try await store.entries(on: .read, query, offset: 0, limit: 10)
      #expect(Set(page.items.map(\.id)) == ["entry-1", "entry-2"] && page.total == 4)
    }
    for number in 3...4 {
      let line = "book \(number): the identifier can't be read; it was skipped"
      #expect(logger.lines.count { $0.contains(line) } == 1, "\(logger.lines)")
    }
    for entry in all { try await store.save(entry) }
    #expect(try await store.allEntries() == all)
  }

  @Test("Shelves whose identifiers are not UTF-8 are skipped and logged, the others kept")
  func shelves() async throws {
    #expect(try await store.ownShelves().map(\.name) == ["One"])
    #expect(logger.lines.count { $0.contains("the identifier can't be read") } == 2)
  }
}
