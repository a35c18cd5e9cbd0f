// Needs: Books, Onboarding

import Foundation
import Testing

/// The subcommands of the built program, with words that a link could not have.
@Suite("The words of subcommands")
@MainActor struct CommandWordsTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  private func run(_ words: String..., input: String = "") async throws -> Program.Result {
    try await Program(arguments: words + ["--data-dir", disk.path]).run(input)
  }

  @Test("Too many words are told the limit of a text, and only a typed link that of a link")
  func long() async throws {
    let limit = "is longer than 500 bytes. Shorten it."
    for count in [600, 3000] {
      let letters = String(repeating: "a", count: count)
      for word in ["search", "show"] {
        let result = try await run(word, letters)
        #expect(result.status == 1)
        let named = "The text after “\(word)” \(limit)"
        #expect(result.messages.contains(named), "\(result.messages)")
      }
    }
    let link = "booksapp://books/\(String(repeating: "a", count: 3000))"
    #expect(try await run("show", link).messages.contains("The link is longer than 2048"))
  }

  @Test("A book is changed by its exact title, even if that has a control character")
  func controls() async throws {
    let rows = "Title,Author,Exclusive Shelf\nA\u{1B}B title,Ada,read\n"
    #expect(try await run("import", "goodreads", "-", input: rows).status == 0)
    let rated = try await run("rate", "A\u{1B}B title", "5")
    #expect(rated.status == 0 && rated.output.contains("★★★★★"), "\(rated.messages)")
  }
}
