import Catalogue
import Services
import LocalCatalogue
import SQLiteStorage
import Synchronization
import Testing

@Suite("A caching catalogue")
struct CachingCatalogueTests {
  @Test("A repeated request is answered from the cache, and others from the catalogue")
  func answers() async throws {
    // After closing, nothing can be read from the file.
    let files = try TemporaryCatalogue()
    let file = try SQLiteDatabase(path: files.path("a.sqlite"), durability: .losable)
    let catalogue = CachingCatalogue(DatabaseCatalogue(embedded: [EmbeddedDatabase { file }]))
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
}
