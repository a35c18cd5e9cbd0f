// Needs: Books

import Foundation
import Testing

/// The subcommands of the built program, with words that several books match.
@Suite("The book that a subcommand means")
@MainActor struct MeantBookTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  private func run(_ words: String...) async throws -> Program.Result {
    try await Program(arguments: words + ["--data-dir", disk.path, "--now", "2026-11-20"]).run()
  }

  @Test("Of several matching books, add takes the only one with exactly this title")
  func title() async throws {
    #expect(try await run("add", "book:the-woman-in-the-dunes").status == 0)
    for words in [["rate", "dune", "5"], ["progress", "dune", "10"]] {
      let other = try await Program(arguments: words + ["--data-dir", disk.path]).run()
      #expect(other.status == 1, "the only book in the library has another title")
      #expect(other.messages.contains("2 matches for “dune”. Nothing was changed."))
    }
    let added = try await run("add", "dune")
    #expect(added.status == 0 && added.output.contains("412 pages"), "\(added.messages)")
    let again = try await run("add", "dune")
    #expect(again.status == 1 && again.messages.contains("is in your library already"))
    let several = try await run("add", "austen")
    #expect(several.status == 1 && several.messages.contains("matches for “austen”. Nothing was"))
  }

  @Test("Of several matching books, rate and progress take the only one in the library")
  func known() async throws {
    #expect(try await run("add", "book:emma").status == 0)
    let rated = try await run("rate", "austen", "4")
    #expect(rated.status == 0 && rated.output.contains("★★★★☆"), "\(rated.messages)")
    let progress = try await run("progress", "jane", "austen", "40%")
    #expect(progress.status == 0 && progress.output.contains("40%"), "\(progress.messages)")
    let shown = try await run("show", "book:emma").output
    #expect(shown.contains("★★★★☆") && shown.contains("40%"))
    #expect(try await run("add", "book:pride-and-prejudice").status == 0)
    let several = try await run("rate", "austen", "5")
    #expect(several.status == 1 && several.messages.contains("matches for “austen”. Nothing was"))
  }

  @Test("A year in a row, and in a note, does not make its book the meant one")
  func otherTexts() async throws {
    let rows = """
      Title,Author,Original Publication Year,My Review
      Neuromancer,William Gibson,1984,"First read in 1984"

      """
    let data = ["--data-dir", disk.path]
    let imported = try await Program(arguments: ["import", "goodreads", "-"] + data).run(rows)
    #expect(imported.status == 0, "\(imported.messages)")
    let rated = try await run("rate", "1984", "5")
    #expect(rated.status == 1, "\(rated.output)")
    #expect(rated.messages.contains("matches for “1984”. Nothing was"), "\(rated.messages)")
    #expect(try await !run("show", "neuromancer").output.contains("★★★★★"))
  }

  @Test("A title that ends with page keeps this word")
  func page() async throws {
    let rows = "Title,Author\nThe Quaxley Page,Ben Hecht\nThe Quaxley Line,Ben Hecht\n"
    let data = ["--data-dir", disk.path]
    let imported = try await Program(arguments: ["import", "goodreads", "-"] + data).run(rows)
    #expect(imported.status == 0, "\(imported.messages)")
    let progress = try await run("progress", "the", "quaxley", "page", "50")
    #expect(progress.status == 0, "\(progress.messages)")
    #expect(progress.output.contains("The Quaxley Page"), "\(progress.output)")
  }
}
