import Catalogue
import SQLiteStorage
import Services
import Testing

@testable import LocalCatalogue

@Suite("Sorting a local catalogue by title")
struct TitleOrderTests {
  private let files: TemporaryCatalogue

  init() throws { files = try TemporaryCatalogue() }

  @Test("Numbers in titles are in the order of their values, as on shelves")
  func numbers() async throws {
    let titles = [
      "9 Ways", "10 Ways 2", "10 Ways 17", "21, 300 Ways", "The 100 Ways", "20,000 Ways", "Ways",
    ]
    let catalogue = try await files.imported(
      titles.reversed().enumerated().map { Dump.work($0 + 1, $1) })
    let query = BookQuery(words: "ways", order: .title)
    let page = try await catalogue.search(query, offset: 0, limit: 9)
    #expect(page.items.map(\.title) == titles)
  }

  @Test("Embedded records of an earlier format are filled again")
  func earlierFormat() async throws {
    _ = try await files.catalogue().featured()
    let database = try SQLiteDatabase(path: files.path("embedded.sqlite"), durability: .losable)
    try database.write("going back in time") { transaction throws(StorageError) in
      try transaction.execute("UPDATE orders_a SET title = ''")
      try transaction.execute("UPDATE catalogue SET fingerprint = '4' || substr(fingerprint, 2)")
    }
    _ = try await files.catalogue().featured()
    let unsorted = try database.read("looking") { reader throws(StorageError) in
      try reader.first("SELECT count(*) FROM orders_a WHERE title = ''") {
        row throws(StorageError) in try row.number(0)
      }
    }
    #expect(unsorted == 0)
  }
}
