// Needs: Books, Onboarding, Transfers

import Core
import Services
import Foundation
import TestKit
import Testing

/// Open Library's dumps for a reader.
@Suite("The catalogue of a dump")
@MainActor struct DumpJourneyTests {
  private let disk: Disk
  private let program: Program

  init() throws {
    disk = try Disk()
    program = Program(arguments: ["--data-dir", disk.path])
  }

  private func dump(_ titles: [Int: String]) throws -> String {
    let lines = titles.sorted { $0.key < $1.key }.map { number, title in
      let key = "/works/OL\(number)W"
      return
        "/type/work\t\(key)\t1\t2026-01-01T00:00:00\t{\"key\": \"\(key)\", \"title\": \"\(title)\"}"
    }
    let path = "\(disk.path)/works-\(titles.count).txt"
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
    return path
  }

  private func importDump(_ titles: [Int: String]) async throws {
    let words = ["import", "openlibrary-dump", try dump(titles), "--data-dir", disk.path]
    let result = try await Program(arguments: words).run()
    #expect(result.status == 0, "\(result.messages)")
  }

  @Test("Searches use an imported dump, and the embedded books still open by their links")
  func searched() async throws {
    #expect(
      try await program.run("skip-all\nopen booksapp://search?q=dune\n").output.contains("砂の女"))
    try await importDump([1: "The Glass Harbour", 2: "玻璃港"])
    let found = try await program.run("open booksapp://search?q=glass\n")
    #expect(found.output.contains("The Glass Harbour"))
    #expect(try await program.run("open booksapp://search?q=璃港\n").output.contains("玻璃港"))
    #expect(try await program.run("open booksapp://books/dune\n").output.contains("Frank Herbert"))
  }

  @Test("A window that was open before the import of a dump searches the dump")
  func otherWindow() async throws {
    let app = try await disk.window()
    await app.tap("skip-all")
    await app.open("booksapp://search?q=glass")
    #expect(!app.text.contains("Harbour"))
    try await importDump([1: "The Glass Harbour"])
    await app.open("booksapp://search?q=harbour")
    #expect(app.text.contains("The Glass Harbour"))
    await disk.end(app)
  }

  @Test("Lists that were open before an import in their own window have the books of the dump")
  func openLists() async throws {
    let path = try dump([1: "The Glass Harbour"])
    let app = try await disk.window()
    await app.tap("skip-all")
    await app.open("booksapp://search?q=the")
    #expect(app.content.action("more") != nil)
    await app.open("booksapp://transfers")
    await app.choose("Import an Open Library dump")
    await app.fill("file", path)
    await app.tap("start")
    await app.tab("Search")
    #expect(app.rows == ["The Glass Harbour"] && app.content.action("more") == nil)
    await app.tab("Discover")
    #expect(app.rows.last == "The Glass Harbour")
    await disk.end(app)
  }

  @Test("The link of a book that the dump lacks opens the reader's own copy")
  func lacking() async throws {
    try await importDump([1: "The Glass Harbour", 2: "The Salt Road"])
    let link = "open booksapp://books/OL2W\n"
    #expect(try await program.run("skip-all\n\(link)start\nprogress 20\n").status == 0)
    try await importDump([1: "The Glass Harbour"])
    let shown = try await program.run(link)
    #expect(shown.status == 0, "\(shown.messages)")
    #expect(shown.output.contains("The Salt Road") && shown.output.contains("page 20"))
    let again = try await program.run("\(link)remove\nundo\n")
    #expect(again.status == 0, "\(again.messages)")
  }
}
