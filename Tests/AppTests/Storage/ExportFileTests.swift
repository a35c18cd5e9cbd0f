// Needs: Auth, Backups, Books, Onboarding, Transfers

import Foundation
import Testing

/// Exports of the built program over files that exist, and through pipes.
@Suite("An export's file")
@MainActor struct ExportFileTests {
  private let disk: Disk
  private let rows =
    "Title,Author,My Rating,Date Read,Exclusive Shelf\nEmma,Jane Austen,5,2026/02/03,read\n"

  init() throws { disk = try Disk() }

  private func run(
    _ words: [String], input: String = "", data: String = "data"
  ) async throws -> Program.Result {
    try await Program(arguments: words + ["--data-dir", "\(disk.path)/\(data)"]).run(input)
  }

  private var file: String { "\(disk.path)/out.csv" }

  private func text() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

  @Test(
    "An export or a backup replaces an existing file only with --force",
    arguments: [
      ["export", "goodreads"], ["export", "json"], ["export", "year", "2026"], ["backup"],
    ])
  func replaced(_ words: [String]) async throws {
    #expect(try await run(["import", "goodreads", "-"], input: rows).status == 0)
    try Data("mine".utf8).write(to: URL(filePath: file))
    let refused = try await run(words + [file])
    #expect(refused.status == 2 && refused.messages.contains("Add --force to replace it."))
    #expect(try text() == "mine")
    let again = try await run(words + [file, "--force"])
    #expect(again.status == 0, "\(again.messages)")
    #expect(try Data(contentsOf: URL(filePath: file)) != Data("mine".utf8))
  }

  @Test("An export with nothing to export leaves an existing file unchanged")
  func nothing() async throws {
    try Data("mine".utf8).write(to: URL(filePath: file))
    for words in [["export", "goodreads"], ["export", "json"]] {
      let result = try await run(words + [file, "--force"])
      #expect(result.status == 1, "\(result.output)")
      #expect(result.messages.contains("Nothing to export for this account (guest)."))
      #expect(try text() == "mine")
    }
  }

  @Test("An export can write to a pipe, as an import can read one, and reports on standard error")
  func pipes() async throws {
    #expect(try await run(["import", "goodreads", "-"], input: rows).output.contains("1 book"))
    let export = try await run(["export", "goodreads", "-"])
    #expect(export.status == 0 && export.output == rows, "\(export.messages)")
    #expect(export.messages.contains("Exported 1 book. Account: guest."))
    let copy = try await run(["import", "goodreads", "-"], input: export.output, data: "copy")
    #expect(copy.output.contains("Imported 1 book."))
    let year = try await run(["export", "year", "2026", "-"], data: "copy")
    #expect(year.output.hasPrefix("# My reading in 2026\n\n1 book finished."))
    #expect(year.messages.contains("Exported your reading in 2026: 1 book finished. Account"))
    let json = try await run(["export", "json", "-"], data: "copy").output
    #expect(try JSONSerialization.jsonObject(with: Data(json.utf8)) is [String: Any])
    let broken = try await run(["restore", "-", "--yes"], input: "not a backup")
    #expect(broken.status == 1 && broken.messages.contains("“-”"), "\(broken.messages)")
  }

  @Test(
    "An export to a pipe with a paused reader ends at the third signal",
    arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 143)] as [(Int32, Int32)])
  func pausedReader(signal: Int32, status: Int32) async throws {
    // More than a pipe holds.
    let words = String(repeating: "words ", count: 30)
    let rows = "Title,Author\n" + (1...1000).map { "\($0) \(words),Jane Austen\n" }.joined()
    #expect(try await run(["import", "goodreads", "-"], input: rows).status == 0)
    var export = Program(
      arguments: ["export", "goodreads", "-", "--data-dir", "\(disk.path)/data"])
    let temporary = "\(disk.path)/temporary"
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
    export.environment["TMPDIR"] = temporary
    #expect(try await export.endUnread(by: signal) == status)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [])
  }

  @Test("An export's report names the account whose data it has")
  func account() async throws {
    let script = Program.signUp + "open booksapp://books/dune\nwant\n"
    #expect(try await run([], input: script).status == 0)
    let export = try await run(["export", "goodreads", file])
    #expect(export.output.contains("Exported 1 book. Account: Ada, ada@example.org."))
  }

  @Test("The export screen asks before it replaces a file")
  func screen() async throws {
    #expect(try await run(["import", "goodreads", "-"], input: rows).status == 0)
    try Data("mine".utf8).write(to: URL(filePath: file))
    let form =
      "skip-all\nopen booksapp://transfers\n5\nset file \(file)\nexport\n"
    let asked = try await run(["--width", "200"], input: form + "cancel\nback\ndiscard\n")
    #expect(asked.output.contains("already exists. Replace it?"), "\(asked.messages)")
    #expect(try text() == "mine")
    let replaced = try await run([], input: form.replacing("skip-all\n", with: "") + "continue\n")
    #expect(replaced.output.contains("Exported 1 book. Account: guest."), "\(replaced.messages)")
    #expect(try text() == rows)
  }
}
