// Needs: Backups, Books, Onboarding, Transfers

import Foundation
import Testing

/// Each round uses a copy of one folder, in which one column of every table of a catalogue gets
/// random values; in a nightly run, one column of one table. What says which tables are the catalogue's
/// is always changed alone. The tables of the full-text index are SQLite's own, which no connection
/// of the app may write.
@Suite("Damaged rows of a catalogue")
struct DamagedCatalogueRowsTests {
  @Test(
    "With any values in a catalogue's tables, search, pages and dump imports work",
    .timeLimit(.minutes(60)), arguments: ["embedded.sqlite", "catalogue.sqlite"])
  func catalogue(file: String) async throws {
    let base = try await Disk()
    let (dump, part) = try await Self.fillCatalogue(base)
    // Both exist; the one that answers is checked.
    if file == "embedded.sqlite" {
      try FileManager.default.removeItem(atPath: "\(base.path)/catalogue.sqlite")
    }
    var changed: Set<String> = []
    let all = try RowFuzzer("\(base.path)/\(file)", seed: 0).columns
    let alone = all.filter { ["catalogue", "import"].contains($0.table) }
    let others = all.filter { !alone.contains($0) }
    for columns in RowFuzzer.rounds(of: others) + alone.map({ [$0] }) {
      let disk = try await Disk()
      for name in try FileManager.default.contentsOfDirectory(atPath: base.path)
      where name.hasSuffix(".sqlite") {
        try FileManager.default.copyItem(
          atPath: "\(base.path)/\(name)", toPath: "\(disk.path)/\(name)")
      }
      do {
        var fuzzer = try RowFuzzer("\(disk.path)/\(file)", seed: 11)
        for column in columns where try fuzzer.change(column) > 0 { changed.insert("\(column)") }
      }
      var runs: [([String], String, ClosedRange<Int32>)] = [
        (["--keep-going"], Self.searches, 0...1)
      ]
      if file == "catalogue.sqlite" {
        runs.append((["import", "openlibrary-dump", part], "", 0...1))
      }
      // What these tables say decides whether an import can replace the others.
      if file == "catalogue.sqlite", columns.contains(where: { alone.contains($0) }) {
        runs.append((["import", "openlibrary-dump", dump], "", 0...0))
        runs.append(([], "open booksapp://books/OL1W\n", 0...0))
      }
      for (arguments, script, statuses) in runs {
        let result = try await Self.program(disk, arguments).run(script)
        #expect(
          statuses.contains(result.status),
          "\(file): \(columns): \(arguments): \(result.status) \(result.messages)")
        if arguments.isEmpty {
          #expect(result.output.contains("Book 1"), "\(columns): \(result.output)")
        }
      }
    }
    let slots = changed.map { $0.replacing(#/_[ab]\./#, with: ".") }
    for column in [
      "works.title", "works.authors", "works.year", "authors.name", "editions.count",
      "editions.titles", "ranks.work", "orders.year", "redirects.target", "names.key",
      "catalogue.fingerprint", "catalogue.slot",
    ] { #expect(slots.contains(column), "\(file): \(column)") }
    if file == "catalogue.sqlite" { #expect(changed.contains("import.state")) }
  }

  /// Fills the catalogue with the embedded books, a dump, and an unfinished import.
  ///
  /// - Returns: the file of the dump, and the file of the unfinished import.
  private static func fillCatalogue(
    _ disk: Disk
  ) async throws -> (dump: String, part: String) {
    func line(_ kind: String, _ key: String, _ record: String) -> String {
      "/type/\(kind)\t\(key)\t1\t2026-01-01T00:00:00\t\(record)\n"
    }
    let books = (1...30).map { number in
      line(
        "work", "/works/OL\(number)W",
        #"{"title": "Book \#(number)", "subjects": ["Novel"], "covers": [7], "authors": [{"key": "/authors/OL\#(number % 3)A"}]}"#
      )
        + line(
          "edition", "/books/OL\(number)M",
          #"{"title": "Livre \#(number)", "publish_date": "19\#(number + 10)", "number_of_pages": 300, "languages": [{"key": "/languages/fre"}], "works": [{"key": "/works/OL\#(number)W"}]}"#
        )
    }
    let authors = (0...2).map {
      line("author", "/authors/OL\($0)A", #"{"name": "Author \#($0)", "bio": "A life."}"#)
    }
    let others = [
      line("redirect", "/works/OL90W", #"{"location": "/works/OL1W"}"#),
      line("redirect", "/works/old-name", #"{"location": "/works/OL2W"}"#), "bad\n",
    ]
    let (dump, part) = ("\(disk.path)/dump.txt", "\(disk.path)/part.txt")
    try Data((books + authors + others).joined().utf8).write(to: URL(filePath: dump))
    // A dump without works is refused after it was read, and the read records are kept.
    try Data((authors + ["bad\n"]).joined().utf8).write(to: URL(filePath: part))
    for (arguments, script, status) in [
      ([], searches, 0), (["import", "openlibrary-dump", dump], "", 0),
      (["import", "openlibrary-dump", part], "", 1),
    ] as [([String], String, Int32)] {
      let result = try await program(disk, arguments + (script == "" ? [] : ["--keep-going"]))
        .run(script)
      #expect(script != "" || result.status == status, "\(result.messages)")
    }
    return (dump, part)
  }

  /// Searches and pages of both catalogues.
  private static let searches =
    ([
      "skip-all", "tab discover", "1", "back", "tab search", "search book", "1", "home",
      "search dune", "1", "home", "search liv*", "search \"livre 7\"",
    ]
    + [
      "books/dune", "books/OL1W", "books/OL90W", "books/old-name", "authors/frank-herbert",
      "authors/OL1A", "subjects/novel", "subjects/fantasy", "search?q=book&language=fre",
      "search?q=b&order=oldest", "search?q=",
    ].flatMap { ["open booksapp://\($0)", "1", "back"] }).joined(separator: "\n") + "\n"

  private static func program(_ disk: Disk, _ arguments: [String]) -> Program {
    Program(arguments: ["--data-dir", disk.path, "--now", "2026-11-21"] + arguments)
  }
}
