import Catalogue
import Services
import LocalCatalogue
import SQLiteStorage
import Synchronization
import Testing

@Suite("A caching catalogue")
struct CachingCatalogueTests {
  private let files: TemporaryCatalogue
  /// The records. After closing, nothing can be read from the file.
  private let file: SQLiteDatabase
  private let catalogue: CachingCatalogue

  init() throws {
    files = try TemporaryCatalogue()
    let file = try SQLiteDatabase(path: files.path("a.sqlite"), durability: .losable)
    self.file = file
    catalogue = CachingCatalogue(DatabaseCatalogue(embedded: [EmbeddedDatabase { file }]))
  }

  @Test("A repeated request is answered from the cache, and others from the catalogue")
  func answers() async throws {
    let query = BookQuery(words: "dune")
    let page = try await catalogue.search(query, offset: 0, limit: 5)
    let long = BookQuery(words: String(repeating: "war ", count: 100))
    _ = try await catalogue.search(long, offset: 0, limit: 5)
    file.close()
    #expect(try await catalogue.search(query, offset: 0, limit: 5).items == page.items)
    for (query, offset) in [(BookQuery(words: "emma"), 0), (query, 1), (long, 0)] {
      await #expect(throws: CatalogueError.self) {
        try await catalogue.search(query, offset: offset, limit: 5)
      }
    }
  }

  @Test("A cache of 500 answers is cleared before the next one")
  func capacity() async throws {
    for number in 0...500 {
      _ = try await catalogue.books(byAuthor: "nobody-\(number)", offset: 0, limit: 5)
    }
    file.close()
    _ = try await catalogue.books(byAuthor: "nobody-500", offset: 0, limit: 5)
    await #expect(throws: CatalogueError.self) {
      try await catalogue.books(byAuthor: "nobody-0", offset: 0, limit: 5)
    }
  }
}
