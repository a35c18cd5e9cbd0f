import Catalogue
import Files
import Services
import Foundation
import SQLiteStorage
import Testing

@testable import LocalCatalogue

@Suite("Importing a dump")
struct DumpImportTests {
  private let files: TemporaryCatalogue
  private let database: SQLiteDatabase

  init() throws {
    files = try TemporaryCatalogue()
    database = try files.open()
  }

  @discardableResult
  private func run(
    _ paths: String..., progress: @escaping @Sendable (DumpImport.Progress) -> Void = { _ in }
  ) async throws(DumpError) -> DumpImport.Outcome {
    try await DumpImport(database).run(paths, progress)
  }

  private func book(_ key: String) async throws -> CatalogueBookDetail {
    try await files.catalogue(database).book(key)
  }

  @Test("Works, authors and editions become books, in any order of the files")
  func order() async throws {
    let authors = try files.write(Dump.author(1, "Jane Austen"), to: "authors.txt")
    let works = try files.write(
      Dump.work(1, "Emma", authors: [1], subjects: ["Novel"]), to: "w.txt")
    let editions = try files.write(
      [
        Dump.edition(1, of: 1, "Emma", language: "fre", year: "1816"),
        Dump.edition(2, of: 1, "Emma: a novel", year: "December 1815"),
      ].joined(separator: "\n"), to: "editions.txt")
    for paths in [
      [authors, works, editions], [editions, works, authors], [works, editions, authors],
    ] {
      let outcome = try await DumpImport(database).run(paths) { _ in }
      #expect(outcome.books == 1)
      let found = try await book("OL1W")
      #expect(
        found.book
          == CatalogueBook(
            reference: CatalogueReference(source: "openlibrary", key: "OL1W"), title: "Emma",
            alternativeTitle: "Emma: a novel",
            authors: [AuthorName(key: "OL1A", name: "Jane Austen")], year: 1815,
            languages: ["eng", "fre"], pages: 300))
      #expect(found.subjects == ["Novel"])
    }
  }

  @Test("A device isn't accepted as a dump", arguments: ["/dev/zero", "/dev/null"])
  func device(path: String) async {
    await #expect(throws: DumpError.file(.notAFile(path))) { try await run(path) }
  }

  @Test("A second simultaneous import is refused with the reason, and the first one continues")
  func twoAtOnce() async throws {
    let works = try files.write(Dump.work(1, "Emma"), to: "w.txt")
    let other = try files.open()
    let claim = try #require(try database.claim("importing"))
    await #expect(throws: DumpError.isRunningElsewhere) {
      _ = try await DumpImport(other).run([works]) { _ in }
    }
    claim.release()
    #expect(try await DumpImport(other).run([works]) { _ in }.books == 1)
    #expect(try await run(works).books == 1)
  }

  @Test("Invalid records are counted and listed with their lines, and the rest is imported")
  func damage() async throws {
    var bytes = Data()
    let lines: [Data] = [
      Data(Dump.work(1, "First").utf8), Data("no columns".utf8), Data(),
      Data(Dump.line("work", "/works/OL2W", #"{"title": "#).utf8),
      Data(Dump.line("work", "/works/OL3W", #"{"subjects": []}"#).utf8),
      Data(Dump.line("work", "/works/OL4W", #"{"title": "A"#).utf8) + [0xFF, 0xFE]
        + Data(#""}"#.utf8),
      Data(Dump.line("work", "/books/OL5M", #"{"title": "A"}"#).utf8),
      Data(Dump.line("redirect", "/works/OL6W", #"{"location": "/books/OL1M"}"#).utf8),
      Data(
        (Dump.line("work", "/works/OL7W", "{\"title\": \"") + String(repeating: "x", count: 3 << 20))
          .utf8),
      Data(Dump.line("page", "/about", "{").utf8),
      Data(Dump.line("delete", "/works/OL8W", "{}").utf8),
      Data(Dump.work(9, " Last \\ud83d\\ude00 \\ud83d\\n").utf8),
      Data(Dump.work(10, " \\u00a0\\t").utf8), Data(Dump.author(1, "\\u3000").utf8),
    ]
    for line in lines { bytes += line + [0x0A] }
    let path = files.path("dump.txt")
    try bytes.dropLast().write(to: URL(filePath: path))
    let outcome = try await run(path)
    #expect(outcome.books == 2)
    #expect(
      outcome.rejections.map { "\($0.line) \($0.problem)" } == [
        "2 columns", "4 malformed", "5 nameless", "6 malformed", "7 key", "8 target", "9 length",
        "13 nameless", "14 nameless",
      ])
    #expect(outcome.state.rejected == 9)
    #expect(outcome.state.others == 1)
    #expect(try await book("OL1W").book.title == "First")
    #expect(try await book("OL9W").book.title == "Last 😀 \u{FFFD}")
  }

  @Test("Invalid lines are listed with their file, and none of a refused import before")
  func refusedBefore() async throws {
    let authors = try files.write(Dump.author(1, "A") + "\nx\ny\n", to: "a.txt")
    await #expect(throws: DumpError.noWorks(unreadLines: 2)) { try await run(authors) }
    let more = try files.write(Dump.work(2, "Persuasion"), to: "b.txt")
    let works = try files.write(Dump.work(1, "Emma") + "\nbad\n", to: "w.txt")
    let outcome = try await run(more, works)
    #expect(outcome.rejections.map(\.line) == [2] && outcome.state.rejected == 1)
    #expect(outcome.rejections.allSatisfy { $0.file.hasSuffix("/w.txt") })
  }

  @Test("Values in several forms are read")
  func forms() async throws {
    let path = try files.write(
      [
        Dump.line(
          "author", "/authors/OL1A",
          #"{"name": "A", "bio": {"value": "Of A."}, "birth_date": "1900"}"#),
        Dump.line(
          "author", "/authors/OL2A", #"{"name": "B", "bio": "Of B.", "alternate_names": null}"#),
        Dump.line(
          "work", "/works/OL1W",
          #"{"title": "T", "description": "Text.", "authors": [{"key": "/authors/OL1A"}, {"author": "/authors/OL2A"}, null], "covers": [-1, null, 5], "subjects": "none", "first_publish_date": 1900}"#
        ),
        Dump.line(
          "work", "/works/OL2W",
          #"{"title": "U", "covers": [7], "first_publish_date": "c. 400 BC"}"#),
        Dump.line("work", "/works/OL3W", #"{"title": "V", "first_publish_date": "9999"}"#),
        Dump.line("work", "/works/OL4W", #"{"title": "W", "first_publish_date": "-50"}"#), "", "",
        Dump.line("work", "/works/OL5W", #"{"title": "X", "description": ""}"#),
        Dump.line("author", "/authors/OL3A", #"{"name": "C", "bio": " \n", "birth_date": ""}"#),
      ].joined(separator: "\r\n"), to: "dump.txt")
    #expect(try await run(path).rejections.isEmpty)
    let first = try await book("OL1W")
    #expect(first.summary == "Text.")
    #expect(first.book.authors.map(\.name) == ["A", "B"])
    #expect(first.book.cover == 5 && first.book.year == nil && first.subjects == [])
    let second = try await book("OL2W").book
    #expect(second.cover == 7 && second.year == -400)
    #expect(try await book("OL3W").book.year == nil)
    #expect(try await book("OL4W").book.year == -50)
    let author = try await files.catalogue(database).author("OL1A")
    #expect(author.biography == "Of A." && author.born == "1900")
    #expect(try await book("OL5W").summary == nil)
    let empty = try await files.catalogue(database).author("OL3A")
    #expect(empty == CatalogueAuthor(key: "OL3A", name: "C"))
  }

  @Test("A packed file is unpacked during the import, and a truncated one changes nothing")
  func packed() async throws {
    let lines = (1...20_000).map { Dump.work($0, "Book \($0)") }.joined(separator: "\n")
    let path = try files.packed(lines, "works.txt")
    #expect(try await run(path).books == 20_000)
    let whole = try Data(contentsOf: URL(filePath: path))
    let cut = files.path("cut.gz")
    try whole.prefix(whole.count / 2).write(to: URL(filePath: cut))
    await #expect(throws: DumpError.cutOff(cut)) { try await run(cut) }
    #expect(try await book("OL20000W").book.title == "Book 20000")
  }

  @Test("A missing file and a folder are refused, each with its reason")
  func refused() async throws {
    let nothing = files.path("nothing")
    await #expect(throws: DumpError.file(.missing(nothing))) { try await run(nothing) }
    await #expect(throws: DumpError.file(.isFolder(files.folder))) { try await run(files.folder) }
  }

  @Test("An import interrupted at any point resumes, and gives the same tables")
  func resumed() async throws {
    let paths = try files.twoFiles()
    _ = try await DumpImport(database).run(paths) { _ in }
    let expected = try database.content()
    #expect(expected.count > 4000)
    for stop in [1, 2, 3, 5, 8, 13] {
      let other = try TemporaryCatalogue()
      let database = try other.open()
      // Interrupted repeatedly, each time after more steps.
      for attempt in 0..<40 {
        // Progress reported before its work would never finish.
        let steps = StepCounter(stop + attempt % 3)
        let task = Task {
          try await DumpImport(database, batch: 500).run(paths) { _ in steps.count() }
        }
        if (try? await task.value) != nil { break }
      }
      #expect(try database.content() == expected, "stopped after \(stop) steps")
    }
  }

  @Test("A cancelled or failed import leaves the old catalogue unchanged")
  func cancelled() async throws {
    let old = try files.write(Dump.work(1, "Old"), to: "old.txt")
    try await run(old)
    let paths = try files.twoFiles()
    let steps = StepCounter(3)
    let task = Task { [database] in
      try await DumpImport(database, batch: 500).run(paths) { _ in steps.count() }
    }
    await #expect(throws: DumpError.cancelled) { try await task.value }
    let catalogue = files.catalogue(database)
    let page = try await catalogue.search(BookQuery(words: "old"), offset: 0, limit: 10)
    #expect(page.items.map(\.title) == ["Old"])
    #expect(try await catalogue.search(BookQuery(words: "book"), offset: 0, limit: 10).total == 0)
  }

  @Test("A file that has changed is read from its beginning")
  func changed() async throws {
    let path = try files.write(
      (1...1500).map { Dump.work($0, "Book") }.joined(separator: "\n"), to: "dump.txt")
    let steps = StepCounter(1)
    let task = Task { [database] in
      try await DumpImport(database, batch: 500).run([path]) { _ in steps.count() }
    }
    await #expect(throws: DumpError.cancelled) { try await task.value }
    _ = try files.write(Dump.work(7, "Other"), to: "dump.txt")
    #expect(try await run(path).books == 1)
  }

  @Test("A byte order mark is not part of a file's first record")
  func byteOrderMark() async throws {
    let path = try files.write("\u{FEFF}" + Dump.work(1, "A"), to: "dump.txt")
    let outcome = try await run(path)
    #expect(outcome.books == 1 && outcome.state.others == 0)
  }
}
