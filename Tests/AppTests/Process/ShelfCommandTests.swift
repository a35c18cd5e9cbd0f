// Needs: Books

import Testing

/// The subcommand `shelf` of the built program, after an import.
@Suite("The subcommand shelf after an import")
@MainActor struct ShelfCommandTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  @Test("The name of a standard shelf means that one, even if an imported shelf has its name")
  func standard() async throws {
    let rows =
      "Title,Author,Bookshelves,Exclusive Shelf\n"
      + "Quaxley,Jane Austen,\"reading, want to read, want-to-read\",read\n"
    let data = ["--data-dir", disk.path]
    let imported = try await Program(arguments: ["import", "goodreads", "-"] + data).run(rows)
    #expect(imported.status == 0, "\(imported.messages)")
    for (name, isStandard) in [
      ("reading", true), ("Want to read", true), ("want-to-read", false),
    ] {
      let shown = try await Program(arguments: ["shelf", name] + data).run()
      #expect(shown.status == 0, "\(name): \(shown.messages)")
      #expect(shown.output.contains("Quaxley") != isStandard, "\(name): \(shown.output)")
    }
  }
}
