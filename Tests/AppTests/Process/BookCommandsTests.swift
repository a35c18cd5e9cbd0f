// Needs: Books, Onboarding

import Foundation
import Testing

/// The subcommands of the built program, over a folder of their own.
@Suite("One-shot subcommands of the program")
@MainActor struct BookCommandsTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  private func run(
    _ words: String..., input: String = ""
  ) async throws -> Program.Result {
    try await Program(arguments: words + ["--data-dir", disk.path, "--now", "2026-11-20"])
      .run(input)
  }

  @Test("The subcommands search, show, shelves and stats work at once, also for a new user")
  func reading() async throws {
    let found = try await run("search", "moby", "dick")
    #expect(found.status == 0 && found.output.contains("Herman Melville"), "\(found.messages)")
    let shown = try await run("show", "dune")
    #expect(shown.status == 0 && shown.output.contains("412 pages"), "\(shown.messages)")
    #expect(try await run("shelves").output.contains("Want to read"))
    #expect(try await run("stats").output.contains("Statistics"))
    let json = try await run("show", "book:dune", "--json").output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(object?["type"] as? String == "screen")
    // A new user is still asked the first questions at a terminal.
    #expect(try await run().output.hasPrefix("Welcome"))
  }

  @Test("The subcommands add and progress change one book, and the app shows the change")
  func changing() async throws {
    #expect(try await run("add", "book:dune").status == 0)
    #expect(try await run("shelf", "want").output.contains("Dune"))
    for name in ["book:dune", "dune"] {
      let again = try await run("add", name)
      #expect(again.status == 1 && again.messages.contains("is in your library already"))
    }
    let progress = try await run("progress", "dune", "103")
    #expect(progress.status == 0 && progress.output.contains("103"), "\(progress.messages)")
    #expect(try await run("shelf", "reading").output.contains("Dune"))
    let wrong = try await run("progress", "dune", "far")
    #expect(wrong.status == 1 && !wrong.messages.isEmpty)
    #expect(try await run("shelf", "reading").output.contains("page 103 of 412"))
  }

  @Test("The subcommand rate rates a book, changes and removes the rating, and the app shows it")
  func rating() async throws {
    #expect(try await run("add", "book:dune").status == 0)
    for (stars, shown) in [("3.5", "★★★½☆"), ("2", "★★☆☆☆")] {
      let rated = try await run("rate", "book:dune", stars)
      #expect(rated.status == 0 && rated.output.contains(shown), "\(rated.messages)")
      #expect(try await run("show", "dune").output.contains(shown))
    }
    for stars in ["0", "6", "3.25", "NaN"] {
      let refused = try await run("rate", "book:dune", stars)
      #expect(refused.status == 1 && refused.messages.contains("0.5"), "\(stars)")
    }
    #expect(try await run("show", "book:dune").output.contains("★★☆☆☆"))
    #expect(try await run("rate", "book:dune", "none").status == 0)
    #expect(try await !run("show", "book:dune").output.contains("★★☆☆☆"))
  }

  @Test("A rating may have its unit, and a progress spaces")
  func spacedValues() async throws {
    #expect(try await run("add", "book:dune").status == 0)
    for (words, shown) in [
      (["rate", "dune", "5", "stars"], "★★★★★"), (["rate", "dune", "1", "star"], "★☆☆☆☆"),
      (["rate", "dune", "3.5 Stars"], "★★★½☆"), (["progress", "dune", "50", "%"], "50%"),
      (["progress", "dune", "120", "/", "300"], "120"), (["progress", "dune", "7", "/300"], "7"),
      (["progress", "dune", "121/", "300"], "121"), (["progress", "dune", "51 %"], "51%"),
      (["progress", "dune", "page", "160/300"], "160"),
      (["rate", "dune", "4.5", "stars"], "★★★★½"),
      (["progress", "dune", "161", "of", "300"], "161"),
      (["progress", "dune", "page", "162", "of", "300"], "162"),
    ] {
      let result = try await Program(
        arguments: words + ["--data-dir", disk.path, "--now", "2026-11-20"]
      ).run()
      #expect(result.status == 0 && result.output.contains(shown), "\(words) \(result.messages)")
    }
    for stars in ["7", "stars"] {
      let refused = try await run("rate", "dune", stars)
      #expect(refused.status == 1 && refused.messages.contains("Choose one of: No rating, 0.5, 1"))
    }
  }

  @Test("Several matching books are listed, and nothing is changed")
  func ambiguous() async throws {
    for words in [["rate", "dune", "5"], ["progress", "dune", "10"]] {
      let result = try await Program(arguments: words + ["--data-dir", disk.path]).run()
      #expect(result.status == 1 && result.output.isEmpty, "\(words)")
      #expect(result.messages.contains("2 matches for “dune”. Nothing was changed."))
      #expect(result.messages.contains("  book:dune "))
    }
    #expect(try await run("shelf", "want").output.contains("empty"))
  }

  @Test("Of several matching books, the one in the library with exactly this title is changed")
  func exactTitle() async throws {
    _ = try await run("rate", "book:dune", "5")
    #expect(try await run("rate", "dune", "4").status == 0)
    #expect(try await run("show", "book:dune").output.contains("★★★★☆"))
  }

  @Test("An imported book and the catalogue's row of it are one match")
  func listedTwice() async throws {
    let rows = "Title,Author\n\"The Hobbit (Middle-earth, #0)\",J.R.R. Tolkien\n"
    let data = ["--data-dir", disk.path]
    let imported = try await Program(arguments: ["import", "goodreads", "-"] + data).run(rows)
    #expect(imported.status == 0, "\(imported.messages)")
    let rated = try await run("rate", "hobbit", "5")
    #expect(rated.status == 0 && rated.output.contains("★★★★★"), "\(rated.messages)")
    let shown = try await run("show", "hobbit")
    #expect(shown.status == 0 && shown.output.contains("★★★★★"), "\(shown.messages)")
  }

  @Test("The name of a new or renamed shelf may begin with the word Shelf")
  func shelfNames() async throws {
    let script = "skip-all\nshelves\nnew Shelf 1\n4\nrename Shelf of Anna\n"
    let result = try await Program(arguments: ["--ephemeral", "--keep-going"]).run(script)
    #expect(result.output.contains("Shelf 1"))
    #expect(result.output.contains("Renamed “Shelf 1” to “Shelf of Anna”."), "\(result.output)")
  }

  @Test(
    "A book that only a corrected search finds is listed, and nothing is changed",
    arguments: [
      ["add", "dnue"], ["rate", "dnue", "5"], ["progress", "dnue", "40"], ["show", "dnue"],
    ])
  func corrected(_ words: [String]) async throws {
    let result = try await Program(arguments: words + ["--data-dir", disk.path]).run()
    #expect(result.status == 1 && result.output.isEmpty, "\(result.output)")
    #expect(result.messages.contains("Nothing for “dnue”. Showing “"), "\(result.messages)")
    #expect(result.messages.contains("Name one:\n  book:"))
    #expect(result.messages.contains("Nothing was changed.") == (words[0] != "show"))
    #expect(try await run("shelf", "want").output.contains("empty"))
  }

  @Test("A link that leads to no book is refused, and one to a book of the library is taken")
  func links() async throws {
    for words in [["add"], ["rate", "5"], ["progress", "40"]] {
      let arguments = [words[0], "booksapp://search?q=dune"] + Array(words.dropFirst())
      let result = try await Program(arguments: arguments + ["--data-dir", disk.path]).run()
      #expect(result.status == 1 && result.output.isEmpty, "\(words)")
      #expect(result.messages.contains("“booksapp://search?q=dune” isn't a book."))
    }
    #expect(try await run("add", "booksapp://books/dune").status == 0)
    let again = try await run("add", "booksapp://books/dune")
    #expect(again.messages.contains("is in your library already"), "\(again.messages)")
  }

  @Test("The message about a text that is no link has a link of the app")
  func linkExample() async throws {
    let result = try await run("--keep-going", input: "open foo:bar\n")
    #expect((result.messages + result.output).contains("booksapp://"))
  }

  @Test("The count of matches does not hide that the list goes on")
  func manyMatches() async throws {
    let result = try await Program(arguments: ["rate", "the", "5", "--data-dir", disk.path]).run()
    #expect(result.messages.contains("More than 20 matches for “the”."))
  }

  @Test("The count of matches does not hide that the library has more of them")
  func manyOwnMatches() async throws {
    let rows = "Title,Author\n" + (1...25).map { "Quaxley \($0),Jane Austen\n" }.joined()
    let data = ["--data-dir", disk.path]
    let imported = try await Program(arguments: ["import", "goodreads", "-"] + data).run(rows)
    #expect(imported.status == 0, "\(imported.messages)")
    let result = try await Program(arguments: ["rate", "quaxley", "5"] + data).run()
    #expect(result.status == 1)
    #expect(result.messages.contains("More than 20 matches for “quaxley”."), "\(result.messages)")
  }

  @Test("The command more is unknown on a shelf that has no more books")
  func noMore() async throws {
    #expect(try await run("add", "book:dune").status == 0)
    let result = try await run("--keep-going", input: "skip-all\ntab shelves\n1\nmore\n")
    let text = result.messages + result.output
    #expect(text.contains("Dune") && text.contains("Unknown command “more”."), "\(text)")
  }

  @Test("A window prints the new list if a row is chosen that another one has removed")
  func otherWindow() async throws {
    let window = try ProgramWindow(
      Program(arguments: ["--data-dir", disk.path, "--keep-going"]))
    try await window.type("skip-all\ntab shelves\ntab account\n", until: "[Account]")
    try await window.type("tab shelves\n", until: "[Shelves]")
    #expect(try await run("add", "book:emma").status == 0)
    try await window.type("tab shelves\nhome\n1\ntab account\n", until: "[Account]")
    try await window.type("tab shelves\n", until: "[Shelves]")
    let removed = try await Program(arguments: ["--data-dir", disk.path])
      .run("open booksapp://books/emma\nremove\n")
    #expect(removed.status == 0)
    let gone = try await window.type("1\ntab statistics\n", until: "[Statistics]")
    #expect(gone?.contains("This shelf is empty.") == true)
    await window.kill()
  }

  @Test("Tabs and line breaks between words are spaces", arguments: ["\t", "\n", " \r\n "])
  func whiteSpace(between: String) async throws {
    #expect(try await run("search", "left\(between)hand").output.contains("“left hand”"))
  }

  @Test(
    "A command that finds nothing, or a link that leads nowhere, is status 1 with a message",
    arguments: [
      ["search", "xyzzyq"], ["show", "xyzzyq"], ["show", "book:xyzzyq"], ["show", "entry:1"],
      ["shelf", "xyzzyq"], ["show", "booksapp://nowhere"], ["booksapp://nowhere"],
      ["show", String(repeating: "x", count: 5000)], ["show", "\u{1B}[2J"],
    ])
  func missing(_ words: [String]) async throws {
    let result = try await Program(arguments: words + ["--data-dir", disk.path]).run()
    #expect(result.status == 1 && !result.messages.isEmpty, "\(result.output)")
    #expect(!result.messages.contains("\u{1B}"))
  }

  @Test("A script begins at the first screen and leaves the last screens of a terminal alone")
  func script() async throws {
    #expect(try await run("--continue", input: "skip-all\ntab search\n").status == 0)
    #expect(try await run(input: "tab shelves\n").output.hasPrefix("[Discover]"))
    #expect(try await run("shelves").status == 0)
    #expect(try await run("--continue").output.contains("[Search]"))
  }
}
