import Foundation
import Testing

@testable import Books

@Suite("The embedded records")
struct EmbeddedRecordsTests {
  private let tables: CatalogueRecords.Tables
  private let index: SearchIndex

  init() {
    tables = CatalogueRecords.embedded.tables
    index = CatalogueRecords.embedded.index
  }

  @Test(
    "The generated file holds what the fixture's files hold",
    arguments: ["works.jsonl", "authors.jsonl", "editions.jsonl", "featured.txt"])
  func isRefreshed(_ name: String) throws {
    let literals = [
      "works.jsonl": EmbeddedRecords.works, "authors.jsonl": EmbeddedRecords.authors,
      "editions.jsonl": EmbeddedRecords.editions, "featured.txt": EmbeddedRecords.featured,
    ]
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/catalogue/\(name)").standardizedFileURL
    let isSame = try String(contentsOf: file, encoding: .utf8) == literals[name].map { $0 + "\n" }
    #expect(isSame, "\(name) was changed: make refresh")
  }

  @Test("Every line is a record")
  func undamaged() {
    #expect(index.damage == [])
  }

  @Test("There is enough of everything")
  func counts() {
    let languages = Set(index.documents.compactMap(\.language))
    #expect(index.documents.count >= 400)
    #expect(tables.authors.decoded().rows.count >= 200)
    #expect(index.subjects.count >= 25)
    #expect(languages.count >= 10)
    #expect(CatalogueRecords.embedded.featured.count >= 20)
  }

  @Test("Keys are unique and can stand in a path")
  func keys() {
    let works = tables.works.decoded().rows.compactMap(\.tableKey)
    let authors = tables.authors.decoded().rows.compactMap(\.tableKey)
    for (keys, path) in [(works, "/works/"), (authors, "/authors/")] {
      #expect(Set(keys).count == keys.count)
      let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-")
      let odd = keys.filter {
        !$0.hasPrefix(path) || !$0.dropFirst(path.count).allSatisfy(allowed.contains)
      }
      #expect(odd == [])
    }
  }

  @Test("Every reference leads to a record")
  func references() {
    let works = tables.works.decoded().rows
    let workKeys = Set(works.compactMap(\.key))
    let authorKeys = Set(tables.authors.decoded().rows.compactMap(\.key))
    let named = works.flatMap { ($0.authors ?? []).compactMap { $0.author?.key ?? $0.key } }
    #expect(Set(named).subtracting(authorKeys) == [])
    #expect(authorKeys.subtracting(named) == [])
    #expect(Set(works.compactMap(\.location)).subtracting(workKeys) == [])
    let edited = tables.editions.decoded().rows.compactMap(\.tableKey)
    #expect(Set(edited).subtracting(workKeys) == [])
    let featured = EmbeddedRecords.featured.split(separator: "\n")
    #expect(featured.filter { !workKeys.contains("/works/\($0)") } == [])
  }

  @Test("Every work has a title, an author and an edition")
  func completeness() {
    for work in tables.works.decoded().rows where work.type?.key == "/type/work" {
      let key = work.key?.keyName ?? ""
      let document = tables.document(key)
      #expect(document?.title?.isEmpty == false, "\(key)")
      #expect(document?.authors.isEmpty == false, "\(key)")
      #expect((document?.editionCount ?? 0) > 0, "\(key)")
    }
  }

  @Test("A work found alone is the same as in the index")
  func sameDocument() throws {
    for (key, rendered) in index.documents.map({ ($0.key, $0.json) }).prefix(50) {
      let document = try #require(tables.document(key))
      var alone = JSONBytes()
      var indexed = JSONBytes()
      RenderedDocument(document).write(.all, to: &alone)
      rendered.write(.all, to: &indexed)
      #expect(alone.bytes == indexed.bytes)
    }
  }

  @Test("The real service's variety is there")
  func variety() {
    let works = tables.works.decoded().rows
    #expect(works.contains { $0.type?.key == "/type/redirect" })
    #expect(works.contains { $0.type?.key == "/type/delete" })
    #expect(works.contains { $0.covers == [-1] })
    #expect(works.contains { $0.type?.key == "/type/work" && $0.published == nil })
    #expect(works.contains { $0.authors?.contains { $0.author == nil } ?? false })
    #expect(EmbeddedRecords.works.contains(#""description":""#))
    #expect(EmbeddedRecords.works.contains(#""description":{"#))
  }
}
