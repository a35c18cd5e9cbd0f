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

  @Test("The subcommand shelf lists a whole shelf, and search says that there are more books")
  func wholeLists() async throws {
    let rows =
      "Title,Author,Exclusive Shelf\n"
      + (1...45).map { "Quaxley \($0),Jane Austen,read\n" }.joined()
    let data = ["--data-dir", disk.path]
    let imported = try await Program(arguments: ["import", "goodreads", "-"] + data).run(rows)
    #expect(imported.status == 0, "\(imported.messages)")
    for words in [["shelf", "Read "], ["shelf", " read", "--json"]] {
      let result = try await Program(arguments: words + data).run()
      #expect(result.status == 0 && result.messages.isEmpty, "\(result.messages)")
      for number in 1...45 { #expect(result.output.contains("Quaxley \(number)"), "\(number)") }
    }
    let found = try await Program(arguments: ["search", "the"] + data).run()
    #expect(found.status == 0)
    #expect(found.messages.contains("rows are shown. Add words"), "\(found.messages)")
    let few = try await Program(arguments: ["search", "moby", "dick"] + data).run()
    #expect(few.messages.isEmpty)
  }
}
