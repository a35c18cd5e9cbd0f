// Needs: Auth, Backups, Books, Onboarding, Transfers

import AppComposition
import Core
import Services
import Dispatch
import Foundation
import SQLiteStorage
import TestKit
import Testing

@Suite("Faults while the app is used")
struct FaultJourneyTests {
  private func program(_ disk: Disk, _ more: String...) -> Program {
    Program(arguments: ["--data-dir", disk.path, "--now", "2026-11-20", "--continue"] + more)
  }

  /// Returns the exported books of a disk's guest.
  private func exported(_ disk: Disk) async throws -> Set<String> {
    let file = "\(disk.path)/out.csv"
    let result = try await program(disk, "export", "goodreads", file, "--force").run()
    #expect(result.status == 0, "\(result.messages)")
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(whereSeparator: \.isNewline)
    return Set(
      lines.dropFirst().compactMap {
        $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst().first
      }
      .map(String.init))
  }

  @Test("A full disk: the input stays on the form, and can be saved when there is room")
  func full() async throws {
    let disk = try await Disk()
    #expect(
      try await program(disk).run("skip-all\nopen booksapp://books/dune\nwant\n").status == 0)
    let note = String(repeating: "a long note ", count: 8000)
    let script = "notes\nset notes \(note)\nsave\nshow\nback\ndiscard\ntab shelves\n"
    let result = try await program(disk, "--json", "--keep-going").limited(toBlocks: 160).run(
      script)
    #expect(result.status == 1, "the app goes on to the end: \(result.status)")
    #expect(result.messages.contains("There is no space left to save this."), "\(result.messages)")
    let screens = result.output.split(separator: "\n")
    let form = try #require(screens.last { $0.contains("EntryForm") && $0.contains("a long note") })
    #expect(form.contains("Free some space and try again."))
    #expect(
      screens.last?.contains("\"kind\":\"Shelves\"") == true, "\(screens.last?.prefix(300) ?? "")")
    let again = try await program(disk).run(
      "open booksapp://books/dune\nnotes\nset notes \(note)\nsave\n")
    #expect(again.status == 0, "nothing is the matter with what was there: \(again.messages)")
    #expect(try await program(disk).run().output.contains("a long note"))
  }

  @Test("A disk that is full from the start: one line, and nothing is lost")
  func fullAtStart() async throws {
    let disk = try await Disk()
    let result = try await program(disk).limited(toBlocks: 4).run("skip-all\n")
    #expect(result.status == 1 && result.messages.contains("no space left"), "\(result.messages)")
    #expect(try await program(disk).run("skip-all\n").status == 0)
  }

  @Test("A backup and a restore without enough room say so, and change nothing")
  func fullBackup() async throws {
    let disk = try await Disk()
    let (copy, other) = ("\(disk.path)/copy.sqlite", "\(disk.path)/other.sqlite")
    #expect(
      try await program(disk).run("skip-all\nopen booksapp://books/dune\nwant\n").status == 0)
    #expect(try await program(disk, "backup", copy).run().status == 0)
    #expect(try await program(disk, "add", "book:emma").run().status == 0)
    let backups = { try? FileManager.default.contentsOfDirectory(atPath: "\(disk.path)/backups") }
    let before = backups()
    for full in [program(disk, "backup", other), program(disk, "--yes", "restore", copy)] {
      let result = try await full.limited(toBlocks: 160).run()
      #expect(result.status == 1 && result.messages.contains("no space left"), "\(result.messages)")
    }
    #expect(!FileManager.default.fileExists(atPath: other))
    #expect(try await exported(disk).count == 2)
    #expect(backups() == before)
  }

  @Test(
    "An output file that can't grow is reported, and no signal ends the program",
    arguments: ["--ephemeral", "--help"])
  func fullOutput(_ option: String) async throws {
    let disk = try await Disk()
    let program = Program(arguments: [option])
      .limited(toBlocks: 1, output: "\(disk.path)/output")
    // With --help no input is read.
    let result = try await program.run(option == "--help" ? "" : "skip-all\ntab search\n")
    #expect(result.status < 2, "no signal ended it: \(result.status)")
    #expect(result.messages.contains("The output can't be written"), "\(result.messages)")
  }

  @Test("Two processes that write at once both succeed, and all their changes are saved")
  func twoProcesses() async throws {
    let disk = try await Disk()
    #expect(
      try await program(disk).run("skip-all\nopen booksapp://books/dune\nstart\n").status == 0)
    func script(_ name: String) -> String {
      (1...25).map { number in
        """
        tab search
        home
        add
        set title \(name) \(number)
        set author Somebody
        save
        open booksapp://books/dune
        progress \(number)%

        """
      }.joined()
    }
    async let one = program(disk).run(script("One"))
    async let two = program(disk).run(script("Two"))
    for result in [try await one, try await two] {
      #expect(result.status == 0, "\(result.messages) \(result.output.suffix(500))")
    }
    let books = try await exported(disk)
    #expect(books.count == 51, "\(books)")
  }

  @Test("An import is visible to other windows as a whole or not at all")
  func readingMeanwhile() async throws {
    var states: [[Int]] = []
    // A busy machine may let this test wait until the import has ended.
    for _ in 1...5 where states.count <= 10 {
      states = try await countsDuringImport()
      #expect(Set(states).isSubset(of: [[0, 0], [3000, 3000]]), "\(Set(states))")
    }
    #expect(states.first == [0, 0] && states.count > 10)
  }

  /// Returns how many books and rows are visible, again and again, before, during and after an import of 3000.
  private func countsDuringImport() async throws -> [[Int]] {
    let disk = try await Disk()
    #expect(try await program(disk).run("skip-all\n").status == 0)
    let rows = (1...3000).map { "Book \($0),Author \($0 % 300),read" }
    let text = (["Title,Author,Exclusive Shelf"] + rows).joined(separator: "\n")
    let importing = try program(disk, "import", "goodreads", "-").started()
    let database = try SQLiteDatabase(
      path: "\(disk.path)/library.sqlite", applicationID: AppIdentity.app.applicationID)
    func counts() throws -> [Int] {
      try database.read("counting") { reader throws(StorageError) in
        try reader.rows(
          "SELECT count(*) FROM library_entries UNION ALL SELECT count(*) FROM imported_rows"
        ) { row throws(StorageError) in try row.number(0) }
      }
    }
    // Separate threads end the reading with the program: a task would have to wait for a free
    // thread, and this one would read meanwhile.
    let (input, output, errors) = (importing.input, importing.output, importing.errors)
    DispatchQueue(label: "blocked").async { _ = try? errors.readToEnd() }
    DispatchQueue(label: "blocked").async {
      _ = try? output.readToEnd()
      database.close()
    }
    var states = [try counts()]
    DispatchQueue(label: "blocked").async {
      try? input.write(contentsOf: Data(text.utf8))
      try? input.close()
    }
    while states.last != [3000, 3000], let counts = try? counts() { states.append(counts) }
    #expect(await importing.end() == 0)
    return states
  }

  @Test("A clock that goes back between two starts loses no data, and the user stays signed in")
  func clock() async throws {
    let disk = try await Disk()
    func run(_ day: String, _ script: String) async throws -> Program.Result {
      try await Program(arguments: ["--data-dir", disk.path, "--now", day, "--continue"]).run(
        script)
    }
    let first = try await run(
      "2026-11-20", Program.signUp + "open booksapp://books/dune\nstart\nprogress 10%\n")
    #expect(first.status == 0, "\(first.messages)")
    let second = try await run("2026-11-02", "progress 20%\nfinish\ntab statistics\ntab account\n")
    #expect(second.status == 0, "\(second.messages)")
    #expect(second.output.contains("Ada"))
    let third = try await run("2026-11-21", "open booksapp://shelves/read\ntab account\n")
    #expect(third.status == 0 && third.output.contains("Dune") && third.output.contains("Ada"))
    let copies = try disk.files().keys.filter { $0.hasPrefix("backups/library-") }.sorted()
    #expect(copies.last?.hasSuffix("2026-11-21.sqlite") == true, "\(copies)")
  }

  @Test("Names, notes and queries in any script, and a note of a megabyte, are kept unchanged")
  func anyText() async throws {
    let disk = try await Disk()
    #expect(
      try await program(disk).run("skip-all\nopen booksapp://books/dune\nwant\n").status == 0)
    for text in [
      "e\u{301} and \u{E9}, \u{202E}backwards\u{202C}, \u{5D0}\u{200F}, \u{10FFFF}, \u{FEFF}.",
      "control \u{1} \u{1B}[31m red \t tab \0 zero \u{7F} end",
      "'; DROP TABLE library_entries; --\" \\ %s ? ?1 NULL",
      String(repeating: "👩‍👩‍👧‍👦", count: 41_000),
    ] {
      let result = try await program(disk, "--json").run(
        "notes\nset notes \(text)\nsave\nopen booksapp://search\n"
          + "search \(text.prefix(400))\nopen booksapp://books/dune\n")
      #expect(result.status == 0, "\(result.messages.prefix(500))")
      let shown = try await program(disk, "--json").run("notes\n")
      #expect(shown.status == 0)
      let line = try #require(shown.output.split(separator: "\n").last)
      #expect(try Self.notes(in: String(line)) == text)
    }
    let named = try await program(disk).run(
      "tab shelves\nhome\nnew \u{645}\u{643}\u{62A}\u{628}\u{62A}\u{64A} '\" 书架\n")
    #expect(named.status == 0, "\(named.messages)")
    #expect(try await program(disk).run().output.contains("书架"))
  }

  /// Returns the text in the field of the notes.
  private static func notes(in line: String) throws -> String? {
    let screen = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let panes = screen?["panes"] as? [[String: Any]] ?? []
    for pane in panes {
      let content = pane["content"] as? [String: Any]
      for section in content?["sections"] as? [[String: Any]] ?? [] {
        for field in section["fields"] as? [[String: Any]] ?? []
        where field["id"] as? String == "notes" {
          return (field["value"] as? [String: Any])?["text"] as? String
        }
      }
    }
    return nil
  }
}
