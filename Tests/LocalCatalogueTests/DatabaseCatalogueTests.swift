import Catalogue
import Services
import Foundation
import SQLiteStorage
import Synchronization
import Testing

@testable import LocalCatalogue

/// A local catalogue as in the app.
@Suite("A local catalogue")
struct DatabaseCatalogueTests {
  private let files: TemporaryCatalogue

  init() throws {
    files = try TemporaryCatalogue()
  }

  @Test("A local catalogue has the embedded records from its first answer on, and keeps them")
  func embedded() async throws {
    for _ in 0..<2 {
      let logger = MemoryLogger()
      let catalogue = files.catalogue(logger: logger)
      let books = try await catalogue.featured().items
      #expect(books.map(\.reference.key).prefix(3) == ["the-hobbit", "war-and-peace", "dune"])
      #expect(books.allSatisfy { $0.reference.source == "embedded" })
      let found = try await catalogue.search(BookQuery(words: "1984"), offset: 0, limit: 10)
      #expect(found.items.first?.reference.key == "nineteen-eighty-four")
      #expect(logger.lines.isEmpty)
    }
  }

  @Test("Changed embedded records fill the catalogue again, even at the same length")
  func otherRecords() async throws {
    _ = try await files.catalogue().featured().items
    let path = files.path("embedded.sqlite")
    let database = try SQLiteDatabase(path: path, durability: .losable)
    try database.write("growing old") { transaction throws(StorageError) in
      try transaction.execute("UPDATE works_a SET title = 'Dun3' WHERE title = 'Dune'")
      // Only the CRC differs, as after the correction of a letter.
      let length = EmbeddedRecords.fingerprint.split(separator: " ").last ?? ""
      try transaction.execute(
        "UPDATE catalogue SET fingerprint = ?",
        [.text(CatalogueState.fingerprint(of: "1 \(length)"))])
    }
    #expect(try await files.catalogue().book("dune").book.title == "Dune")
  }

  @Test("A catalogue file that was deleted is made again with the embedded records")
  func deleted() async throws {
    let query = BookQuery(words: "砂の女")
    #expect(try await files.catalogue().search(query, offset: 0, limit: 9).total == 1)
    try FileManager.default.removeItem(atPath: files.path("embedded.sqlite"))
    let logger = MemoryLogger()
    #expect(try await files.catalogue(logger: logger).search(query, offset: 0, limit: 9).total == 1)
    #expect(FileManager.default.fileExists(atPath: files.path("embedded.sqlite")))
    #expect(logger.lines.isEmpty)
  }

  @Test("A local catalogue answers during a dump import, and from the dump afterwards")
  func imported() async throws {
    let database = try files.open()
    let catalogue = files.catalogue(database)
    #expect(try await catalogue.book("dune").book.title == "Dune")
    let works = (1...5).map { Dump.work($0, "The river \($0)") }.joined(separator: "\n")
    let path = try files.write(works, to: "dump.txt")
    let whileReading = Mutex<[Task<String?, Never>]>([])
    _ = try await DumpImport(database, batch: 1).run([path]) { _ in
      let asked = Task { try? await catalogue.featured().items.first?.reference.source }
      whileReading.withLock { $0.append(asked) }
    }
    for asked in whileReading.withLock({ $0 }) {
      #expect(["embedded", "openlibrary"].contains(await asked.value))
    }
    #expect(
      try await catalogue.featured().items.allSatisfy { $0.reference.source == "openlibrary" })
    let rivers = try await catalogue.search(BookQuery(words: "river"), offset: 0, limit: 9)
    #expect(rivers.total == 5 && rivers.isWhole)
    #expect(try await catalogue.search(BookQuery(words: "dune"), offset: 0, limit: 9).total == 0)
    #expect(try await catalogue.book("dune").book.title == "Dune")
  }

  @Test("A catalogue answers from the new file after an import has replaced a damaged one")
  func replaced() async throws {
    let (old, new) = (try files.open(), try SQLiteDatabase(path: files.path("new.sqlite")))
    let current = Mutex<any Database>(old)
    let catalogue = DatabaseCatalogue(
      embedded: [.inMemory],
      dump: { () throws(StorageError) -> (any Database)? in current.withLock { $0 } })
    for (database, title) in [(old, "The old river"), (new, "The new river")] {
      let path = try files.write(Dump.work(1, title), to: "dump.txt")
      _ = try await DumpImport(database).run([path]) { _ in }
      current.withLock { $0 = database }
      #expect(try await catalogue.book("OL1W").book.title == title)
    }
  }

  @Test("A dump imported by an older version is ignored, and the catalogue keeps working")
  func older() async throws {
    let database: any Database = try files.open()
    let path = try files.write(Dump.work(1, "The river"), to: "dump.txt")
    _ = try await DumpImport(database).run([path]) { _ in }
    _ = try database.write("going back in time") { transaction throws(StorageError) in
      try transaction.execute("UPDATE catalogue SET fingerprint = '1 ' || fingerprint")
    }
    let logger = MemoryLogger()
    let catalogue = files.catalogue(database, logger: logger)
    #expect(try await catalogue.featured().items.first?.reference.source == "embedded")
    #expect(logger.lines.contains { $0.contains("another version of the app filled it") })
    // Nothing was refused, and waiting does not help.
    let others = ["can't be done", "Try again", "storage"]
    #expect(!logger.lines.contains { line in others.contains { line.contains($0) } })
    _ = try await DumpImport(database).run([path]) { _ in }
    #expect(try await catalogue.featured().items.first?.reference.source == "openlibrary")
  }

  @Test(
    "A dump from an earlier version stays usable, and a new import has the new format",
    arguments: ["3", "4", "5"])
  func before(_ format: String) async throws {
    let database = try files.open()
    let path = try files.write(Dump.work(1, "The river"), to: "dump.txt")
    _ = try await DumpImport(database).run([path]) { _ in }
    _ = try database.write("going back in time") { transaction throws(StorageError) in
      let older = "UPDATE catalogue SET fingerprint = ? || substr(fingerprint, 2)"
      try transaction.execute(older, [.text(format)])
    }
    let logger = MemoryLogger()
    let catalogue = files.catalogue(database, logger: logger)
    #expect(try await catalogue.book("OL1W").book.title == "The river")
    #expect(logger.lines.isEmpty)
    _ = try await DumpImport(database).run([path]) { _ in }
    let state = try database.read("looking") { reader throws(StorageError) in
      try CatalogueState.read(reader)
    }
    #expect(state?.fingerprint.hasPrefix("6 ") == true)
  }

  @Test("A local catalogue answers from memory if no file can be used")
  func withoutDatabase() async throws {
    let logger = MemoryLogger()
    let catalogue = DatabaseCatalogue(
      embedded: [EmbeddedDatabase { UnusableDatabase() }, .inMemory],
      dump: { UnusableDatabase() }, logger: logger)
    #expect(try await catalogue.book("dune").book.title == "Dune")
    #expect(try await catalogue.search(BookQuery(words: "dune"), offset: 0, limit: 9).total > 0)
    #expect(try await catalogue.featured().items.count >= 10)
    #expect(logger.lines.count == 2, "each of the two databases is logged once")
  }

  @Test("A local catalogue is unavailable if not even memory can be used")
  func withoutAny() async {
    let catalogue = DatabaseCatalogue(embedded: [EmbeddedDatabase { UnusableDatabase() }])
    await #expect(throws: CatalogueError.unavailable(status: 0)) {
      try await catalogue.book("dune")
    }
  }

  @Test("Simultaneous first requests open the catalogue's database once")
  func opensOnce() async throws {
    let count = Mutex(0)
    let records = EmbeddedDatabase { () throws(StorageError) in
      count.withLock { $0 += 1 }
      return try SQLiteMemoryDatabase()
    }
    let catalogues = (0..<4).map { _ in DatabaseCatalogue(embedded: [records]) }
    #expect(count.withLock { $0 } == 0)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for catalogue in catalogues { group.addTask { try await catalogue.featured().items.count } }
      for try await found in group { #expect(found >= 10) }
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test("A search lists the most popular of many hits, each once, after the exact titles")
  func bounded() async throws {
    let exact = [Dump.work(20_000, "River"), Dump.work(20_001, "The River")]
    let catalogue = try await files.imported(
      (1...10_050).map { Dump.work($0, "The river \($0)") } + exact)
    for order in [BookQuery.Order.relevance, .title] {
      var keys: [String] = []
      var next: Int? = 0
      while let offset = next {
        let page = try await catalogue.search(
          BookQuery(words: "river", order: order), offset: offset, limit: 3000)
        keys += page.items.map(\.reference.key)
        next = page.next
        #expect(page.total == (order == .relevance ? 10_002 : 10_000))
        #expect(!page.isWhole)
      }
      #expect(keys.count == (order == .relevance ? 10_002 : 10_000))
      #expect(Set(keys).count == keys.count)
      if order == .relevance { #expect(keys.prefix(2) == ["OL20000W", "OL20001W"]) }
      #expect(!keys.contains("OL10050W"))
    }
  }

  @Test("Titles with the typed word come before subjects with it, and these before longer words")
  func wholeWords() async throws {
    let numbers = 20_001...20_005
    let other = Dump.work(20_000, "Other", subjects: ["Kan"])
    let works = (1...10_050).map { Dump.work($0, "Kansas \($0)") }
    let catalogue = try await files.imported(
      works + [other] + numbers.map { Dump.work($0, "A kan \($0)") })
    let page = try await catalogue.search(BookQuery(words: "kan"), offset: 0, limit: 7)
    let keys = numbers.map { "OL\($0)W" } + ["OL20000W", "OL1W"]
    #expect(page.items.map(\.reference.key) == keys)
    #expect(page.total == 10_006 && !page.isWhole)
    let rest = try await catalogue.search(BookQuery(words: "kan"), offset: 7, limit: 10_050)
    #expect(Set(rest.items.map(\.reference.key)).count == 9_999 && rest.next == nil)
  }

  @Test("A few tokens cover any range of years, and no other year", arguments: 0..<50)
  func years(_ seed: UInt64) {
    var random = SeededRandomness(seed: seed)
    let from = Int.random(in: -4200...2200, using: &random)
    let to = Int.random(in: -4200...2200, using: &random)
    let tokens = Set(YearTokens.covering(from, to))
    #expect(tokens.count <= 100)
    for year in PublicationYear.plausible {
      let isCovered = !tokens.isDisjoint(
        with: YearTokens.of(year).split(separator: " ").map(String.init))
      #expect(isCovered == (from <= year && year <= to))
    }
  }
}

/// An unreadable database.
private struct UnusableDatabase: Database {
  private func refuse<Value>() throws(StorageError) -> Value { throw .damaged("a test") }

  func read<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { try refuse() }

  func readLong<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { try refuse() }

  func write<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { try refuse() }

  func migrate(_ migrations: [Migration]) throws(StorageError) { let _: Int = try refuse() }
  func wasChangedOutside() throws(StorageError) -> Bool { try refuse() }
  func purge() throws(StorageError) { let _: Int = try refuse() }
  func claim(_ name: String) throws(StorageError) -> DatabaseClaim? { try refuse() }
}
