// Needs: Books, Onboarding

import Foundation
import TestKit
import Testing

/// The built program on a real terminal, with a server that takes its time.
@Suite("A slow server at a terminal", .timeLimit(.minutes(60)))
@MainActor struct SlowServerTests {
  private let disk: Disk
  private let library: OpenLibraryServer

  init() throws {
    disk = try Disk()
    library = try OpenLibraryServer()
  }

  private func terminal(
    _ server: LoopbackServer, _ options: [String] = []
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      Program.path,
      [
        "--data-dir", disk.path, "--catalog-url", server.url().absoluteString, "--contact",
        "me@example.org",
      ] + options, columns: 80, environment: ["HOME": disk.path])
  }

  @Test("Ctrl-C ends a search that hangs, also on the wire, and the app continues")
  func cancels() async throws {
    try await withServer(library.reply) { server in
      let terminal = try terminal(server)
      try await terminal.type([("Welcome> ", "skip-all"), ("Discover> ", "tab search")])
      try await terminal.wait(for: "Search> ")
      library.variations = [.slow]
      try terminal.type("search hobbit\n")
      let request = try await server.first { traffic in
        traffic.requests.first { $0.query["q"] == "hobbit" }
      }
      try await terminal.wait(for: "Ctrl-C cancels")
      try terminal.type("\u{3}")
      try await terminal.wait(for: "Search> ")
      try await server.end(ofConnection: request.connection)
      library.variations = []
      try terminal.type("search solaris\n")
      try await terminal.wait(for: "Stanisław Lem")
      try terminal.type("quit\n")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("Ctrl-C ends a search that opens its screen, and one message says so, without a link")
  func cancelsShortcut() async throws {
    try await withServer(library.reply) { server in
      let terminal = try terminal(server)
      try await terminal.type([("Welcome> ", "skip-all")])
      try await terminal.wait(for: "Discover> ")
      library.variations = [.slow]
      try terminal.type("search hobbit\n")
      _ = try await server.first { traffic in
        traffic.requests.first { $0.query["q"] == "hobbit" }
      }
      try await terminal.wait(for: "Ctrl-C cancels")
      try terminal.type("\u{3}")
      try await terminal.wait(for: "Cancelled.")
      try await terminal.wait(for: "> ")
      #expect(!terminal.transcript.contains("The link"))
      #expect(terminal.transcript.ranges(of: "Cancelled.").count == 1)
      library.variations = []
      library.gate.open()
      try terminal.type("quit\n")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test(
    "A search that is typed while an older one hangs ends it, also on the wire",
    arguments: [[], ["--no-editing"]], ["Search> ", "Discover> "])
  func supersedes(options: [String], prompt: String) async throws {
    try await withServer(library.reply) { server in
      let terminal = try terminal(server, options)
      try await terminal.type([("Welcome> ", "skip-all")])
      if prompt == "Search> " { try await terminal.type([("Discover> ", "tab search")]) }
      try await terminal.wait(for: prompt)
      library.variations = [.slow]
      try terminal.type("search hobbit\n")
      let request = try await server.first { traffic in
        traffic.requests.first { $0.query["q"] == "hobbit" }
      }
      try await terminal.wait(for: "Ctrl-C cancels")
      library.variations = []
      try terminal.type("search solaris\n")
      try await terminal.wait(for: "Stanisław Lem")
      try await server.end(ofConnection: request.connection)
      #expect(!terminal.transcript.contains("Cancelled"))
      try terminal.type("quit\n")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test(
    "Another line that is typed while a search hangs waits for it",
    arguments: [[], ["--no-editing"]], [("tab shelves", "Shelves> "), ("1", "The Hobbit> ")])
  func typedAhead(options: [String], typed: (line: String, prompt: String)) async throws {
    try await withServer(library.reply) { server in
      let terminal = try terminal(server, options)
      try await terminal.type([("Welcome> ", "skip-all"), ("Discover> ", "tab search")])
      try await terminal.wait(for: "Search> ")
      library.variations = [.slow]
      try terminal.type("search hobbit\n")
      try await terminal.wait(for: "Ctrl-C cancels")
      try terminal.type("\(typed.line)\n")
      library.variations = []
      library.gate.open()
      try await terminal.wait(for: "The Hobbit")
      try await terminal.wait(for: "Search> ")
      try await terminal.wait(for: typed.prompt)
      try terminal.type("quit\n")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test(
    "A link to another place that is typed while a link hangs waits for it",
    arguments: [[], ["--no-editing"]])
  func otherLink(options: [String]) async throws {
    try await withServer(library.reply) { server in
      let terminal = try terminal(server, options)
      try await terminal.type([("Welcome> ", "skip-all")])
      try await terminal.wait(for: "Discover> ")
      library.variations = [.slow]
      try terminal.type("search hobbit\n")
      try await terminal.wait(for: "Ctrl-C cancels")
      try terminal.type("open booksapp://shelves/reading\n")
      library.variations = []
      library.gate.open()
      try await terminal.wait(for: "The Hobbit")
      try await terminal.wait(for: "Reading> ")
      try terminal.type("quit\n")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("An answer that arrives in the background is drawn without a key press")
  func drawsLater() async throws {
    try await withServer(library.reply) { server in
      let terminal = try terminal(server)
      try await terminal.type([
        ("Welcome> ", "skip-all"), ("Discover> ", "tab search"), ("Search> ", "search hobbit"),
      ])
      try await terminal.wait(for: "The Hobbit")
      try await terminal.wait(for: "Search> ")
      library.variations = [.slow]
      try terminal.type("search hobbit\n")
      try await terminal.wait(for: "is being looked up again")
      try await terminal.wait(for: "Search> ")
      library.variations = []
      library.gate.open()
      try await terminal.wait(for: "The Hobbit")
      try await terminal.wait(for: "Search> ")
      let last = terminal.transcript.suffix(600)
      #expect(!last.suffix(300).contains("is being looked up again"))
      try terminal.type("quit\n")
      #expect(try await terminal.end() == 0)
    }
  }
}
