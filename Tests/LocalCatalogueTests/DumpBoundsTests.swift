import Catalogue
import SQLiteStorage
import Services
import Testing

@testable import LocalCatalogue

@Suite("The bounds of a dump import")
struct DumpBoundsTests {
  private let files: TemporaryCatalogue

  init() throws { files = try TemporaryCatalogue() }

  @Test("An import whose old tables can't be deleted says so, and the next one deletes them")
  func leftover() async throws {
    let database = try files.open()
    let path = try files.write(Dump.work(1, "Emma"), to: "dump.txt")
    #expect(try await DumpImport(database).run([path]) { _ in }.leftover == nil)
    try database.write("making an obstacle") { transaction throws(StorageError) in
      try transaction.execute("DROP TABLE featured_a")
      // SQLite does not delete it as a table.
      try transaction.execute("CREATE VIEW featured_a AS SELECT 1")
    }
    let outcome = try await DumpImport(database).run([path]) { _ in }
    #expect(outcome.leftover != nil && outcome.books == 1)
    #expect(try await files.catalogue(database).book("OL1W").book.title == "Emma")
    #expect(try tables("*_a*", in: database).contains("orders_a"))
    _ = try database.write("removing the obstacle") { transaction throws(StorageError) in
      try transaction.execute("DROP VIEW featured_a")
    }
    #expect(try await DumpImport(database).run([path]) { _ in }.leftover == nil)
    #expect(try tables("*_a*", in: database).contains("orders_a"), "those of the new catalogue")
    #expect(try tables("*_b*", in: database) == [])
  }

  private func tables(_ names: String, in database: SQLiteDatabase) throws -> [String] {
    try database.read("looking for tables") { reader throws(StorageError) in
      try reader.rows("SELECT name FROM sqlite_schema WHERE name GLOB ?", [.text(names)]) {
        row throws(StorageError) in try row.string(0)
      }
    }
  }

  @Test("Of more than a thousand invalid lines the first thousand are listed and all are counted")
  func rejections() async throws {
    let lines = [Dump.work(1, "Emma")] + Array(repeating: "invalid", count: 1200)
    let path = try files.write(lines.joined(separator: "\n"), to: "dump.txt")
    let outcome = try await DumpImport(files.open()).run([path]) { _ in }
    #expect(outcome.state.rejected == 1200)
    #expect(outcome.rejections.map(\.line) == Array(2...1001))
  }

  @Test("A book is found by the first four titles of its editions, besides its own")
  func titles() async throws {
    let titles = ["Anatomy", "Botany", "Chemistry", "Dynamics", "Economics"]
    let editions = titles.enumerated().map { Dump.edition($0 + 1, of: 1, $1) }
    let catalogue = try await files.imported([Dump.work(1, "Emma")] + editions)
    for (index, title) in titles.enumerated() {
      let page = try await catalogue.search(BookQuery(words: title), offset: 0, limit: 9)
      #expect(page.items.map(\.title) == (index < 4 ? ["Emma"] : []), "\(title)")
    }
  }

  @Test("A book is found by the first five other names of its author, another script first")
  func names() async throws {
    let others = ["Anatol", "Boris", "Cyril", "Лев", "Daniil", "Эмиль", "Fedor", "レフ", "Gavriil"]
    let catalogue = try await files.imported([
      Dump.author(1, "Leo Tolstoy", others: others), Dump.work(1, "Emma", authors: [1]),
    ])
    let indexed = ["Лев", "Эмиль", "レフ", "Anatol", "Boris"]
    for name in others {
      let page = try await catalogue.search(BookQuery(author: name), offset: 0, limit: 9)
      #expect(page.items.map(\.title) == (indexed.contains(name) ? ["Emma"] : []), "\(name)")
    }
  }

  @Test(
    "Lists and texts of a record are cut, as those of an answer are", arguments: ["x", "龍"])
  func records(_ sign: String) async throws {
    let text = String(repeating: sign, count: 9000)
    let subjects = (1...61).map { "Subject \($0)" }
    let names = (1...61).map { "Name \($0)" }
    let authors = (1...61).map { Dump.author($0, "Author \($0)", others: names) }
    let work = Dump.work(
      1, text, authors: Array(1...61), subjects: subjects, more: #", "description": "\#(text)""#)
    let catalogue = try await files.imported(authors + [work])
    let detail = try await catalogue.book("OL1W")
    #expect(detail.subjects == Array(subjects.prefix(60)))
    #expect(detail.book.authors.map(\.name) == (1...60).map { "Author \($0)" })
    #expect(detail.book.title == String(repeating: sign, count: 999) + "…")
    #expect(detail.summary == String(repeating: sign, count: 7999) + "…")
    #expect(try await catalogue.author("OL1A").otherNames == Array(names.prefix(60)))
  }

  @Test("Texts of a record have no control characters, and only paragraphs have line breaks")
  func controls() async throws {
    let title = #"\u009b2JLine\u2028break \u0085 \u202etitle\u0000"#
    let summary = #", "description": {"value": "\u001bA\r\n\r\nB\rC\u0007"}"#
    let catalogue = try await files.imported([
      Dump.author(1, "\u{202E}N\u{2029}N", others: ["A\\tB", "\u{85}\u{7F}"]),
      Dump.work(1, title, authors: [1], subjects: ["S\u{2028}T"], more: summary),
    ])
    let detail = try await catalogue.book("OL1W")
    #expect(detail.book.title == "2JLine break   title")
    #expect(detail.book.authors.map(\.name) == ["N N"])
    #expect(detail.subjects == ["S T"] && detail.summary == "A\n\nB\nC")
    #expect(try await catalogue.author("OL1A").otherNames == ["A B"])
  }
}
