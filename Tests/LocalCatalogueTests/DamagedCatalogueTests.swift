import Catalogue
import Services
import Foundation
import SQLiteStorage
import Testing

@testable import LocalCatalogue

@Suite("A catalogue with invalid records")
struct DamagedCatalogueTests {
  private let files: TemporaryCatalogue
  private let database: SQLiteDatabase

  init() throws {
    files = try TemporaryCatalogue()
    database = try files.open()
  }

  private func execute(_ statement: String) throws {
    try database.write("testing") { transaction throws(StorageError) in
      _ = try transaction.execute(statement)
    }
  }

  @Test("Authors that redirect to each other are left out of a book")
  func circle() async throws {
    let lines = [
      Dump.work(1, "Emma", authors: [1, 3]), Dump.author(3, "Jane Austen"),
      Dump.redirect("/authors/OL1A", to: "/authors/OL2A"),
      Dump.redirect("/authors/OL2A", to: "/authors/OL1A"),
    ]
    let book = try await files.imported(lines).book("OL1W")
    #expect(book.book.authors.map(\.name) == ["Jane Austen"])
  }

  @Test("Numbers out of range are left out of a book")
  func numbers() async throws {
    let path = try files.write(Dump.work(1, "Emma", year: "1815"), to: "dump.txt")
    _ = try await DumpImport(database).run([path]) { _ in }
    let slot = try database.read("testing") { reader throws(StorageError) in
      try CatalogueState.read(reader)?.slot.rawValue ?? ""
    }
    for number in [Int.min, Int.max] {
      try execute("UPDATE works_\(slot) SET year = \(number), cover = \(number)")
      let book = try await files.catalogue(database).book("OL1W")
      #expect(book.book.year == nil && book.book.cover == nil)
    }
  }

  @Test("A dump that can't be read does not deny that it has a book, and the embedded records stay")
  func unreadable() async throws {
    let path = try files.write(
      [Dump.work(1, "Emma"), Dump.author(1, "Jane Austen")].joined(separator: "\n"), to: "dump.txt")
    _ = try await DumpImport(database).run([path]) { _ in }
    let tables = try database.read("testing") { reader throws(StorageError) in
      try reader.rows(
        "SELECT name FROM sqlite_schema WHERE name GLOB 'works_*' OR name GLOB 'authors_*'"
      ) { row throws(StorageError) in try row.string(0) }
    }
    for table in tables { try execute("ALTER TABLE \(table) RENAME TO lost_\(table)") }
    let catalogue = files.catalogue(database)
    await #expect(throws: CatalogueError.unavailable(status: 0)) {
      try await catalogue.book("OL1W")
    }
    await #expect(throws: CatalogueError.unavailable(status: 0)) {
      try await catalogue.author("OL1A")
    }
    #expect(try await catalogue.author("frank-herbert").name == "Frank Herbert")
  }

  @Test("Tables with an unknown name do not deny a book, and the next import replaces them")
  func slot() async throws {
    let path = try files.write(Dump.work(1, "Emma"), to: "dump.txt")
    _ = try await DumpImport(database).run([path]) { _ in }
    try execute("UPDATE catalogue SET slot = 'x'")
    await #expect(throws: CatalogueError.unavailable(status: 0)) {
      try await files.catalogue(database).book("OL1W")
    }
    _ = try await DumpImport(database).run([path]) { _ in }
    #expect(try await files.catalogue(database).book("OL1W").book.title == "Emma")
  }

  @Test("Embedded records in tables with an unknown name are stored again")
  func embeddedSlot() async throws {
    _ = try files.embedded.get()
    try SQLiteConnection(path: files.path("embedded.sqlite"), mode: .write)
      .run("UPDATE catalogue SET slot = 'x'")
    let catalogue = DatabaseCatalogue(embedded: [files.embedded])
    #expect(try await catalogue.author("frank-herbert").name == "Frank Herbert")
  }

  @Test(
    "An interrupted import with an invalid position starts again",
    arguments: ["file", "line", "offset", "rank", "works", "rejected"])
  func state(_ field: String) async throws {
    let path = try files.write(Dump.work(1, "Emma"), to: "dump.txt")
    let file = try DumpFile(path: path)
    for number in [Int.max, -1] {
      try database.migrate(CatalogueState.migrations)
      _ = try database.write("testing") { transaction throws(StorageError) in
        try DumpImportState.begin([file], transaction)
      }
      try execute("UPDATE import SET state = json_set(state, '$.\(field)', \(number))")
      let outcome = try await DumpImport(database).run([path]) { _ in }
      #expect(outcome.books == 1 && outcome.state.works == 1)
      try execute("DELETE FROM import")
    }
  }
}
