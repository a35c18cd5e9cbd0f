// Needs: Books, Onboarding

import Foundation
import TestKit
import Testing

/// The built program on terminals that the tests play.
@Suite("Covers at a terminal", .timeLimit(.minutes(60)))
@MainActor struct CoverScreenTests {
  private static let questions = "\u{1B}[>q\u{1B}[16t\u{1B}[c"
  private static let further = "\u{1B}]1337;ReportCellSize\u{7}\u{1B}[c"
  private let disk: Disk
  private let library: OpenLibraryServer

  init() throws {
    disk = try Disk()
    library = try OpenLibraryServer()
  }

  private func terminal(
    _ server: LoopbackServer, _ more: [String] = [], environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      Program.path,
      ["--data-dir", disk.path, "--catalog-url", server.url().absoluteString] + more, columns: 80,
      environment: ["HOME": disk.path].merging(environment) { $1 })
  }

  /// Goes to a book that has a cover.
  private func open(_ terminal: PseudoTerminal) async throws {
    try await terminal.type([
      ("Welcome> ", "skip-all"), ("Discover> ", "search hobbit"), ("Search> ", "1"),
    ])
  }

  private func covers(_ server: LoopbackServer) -> Int {
    server.requests.count { $0.path.hasPrefix("/b/") }
  }

  @Test("A terminal that answers like iTerm2 gets the cover as a file, and the typed line stays")
  func iTerm() async throws {
    try await withServer(library.reply) { server in
      let terminal = try terminal(server)
      try await open(terminal)
      try await terminal.wait(for: Self.questions)
      try terminal.type("he\u{1B}P>|iTerm2 3.5.0\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;4c")
      try await terminal.wait(for: Self.further)
      try terminal.type("\u{1B}]1337;ReportCellSize=20.0;10.0\u{1B}\\\u{1B}[?62;4clp log")
      try await terminal.wait(
        for: "\u{1B}]1337;File=inline=1;size=\(CoverSample.jpeg.count);width=9;height=7")
      try await terminal.wait(for: "help log")
      try terminal.type("\r")
      try await terminal.wait(for: "Shows what happened")
      #expect(covers(server) == 1)
      try terminal.type("quit\r")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("A terminal that never answers shows the text, and a late answer is no part of the line")
  func late() async throws {
    try await withServer(library.reply) { server in
      let terminal = try terminal(server)
      try await open(terminal)
      try await terminal.wait(for: Self.questions)
      try terminal.type("help log\r")
      try await terminal.wait(for: "Shows what happened")
      try await terminal.wait(for: "Hobbit> ")
      try terminal.type("qu\u{1B}P>|xterm(380)\u{1B}\\\u{1B}[?62;22cit\r")
      #expect(try await terminal.end() == 0)
      #expect(terminal.transcript.contains("[Cover of The Hobbit]"))
    }
  }

  @Test(
    "With --no-covers, a dumb terminal or the local catalogue, the app asks the terminal nothing",
    arguments: [["--no-covers"], ["--catalog", "embedded"], []])
  func off(options: [String]) async throws {
    try await withServer(library.reply) { server in
      let isEmbedded = options.contains("embedded")
      let terminal =
        isEmbedded
        ? try PseudoTerminal(
          Program.path, ["--data-dir", disk.path] + options, environment: ["HOME": disk.path])
        : try terminal(
          server, options, environment: options.isEmpty ? ["TERM": "dumb"] : [:])
      try await open(terminal)
      try await terminal.wait(for: "Hobbit> ")
      try terminal.type("quit\n")
      #expect(try await terminal.end() == 0)
      #expect(covers(server) == 0)
      #expect(!terminal.transcript.contains("\u{1B}[c"))
      #expect(!terminal.transcript.contains("\u{1B}]1337"))
    }
  }

  @Test(
    "A script fetches no cover and asks no terminal, as text and as JSON", arguments: [false, true])
  func script(isJSON: Bool) async throws {
    try await withServer(library.reply) { server in
      let result = try await Program(
        arguments: ["--data-dir", disk.path, "--catalog-url", server.url().absoluteString]
          + (isJSON ? ["--json"] : [])
      ).run("skip-all\nsearch hobbit\n1\n")
      #expect(result.status == 0)
      #expect(result.output.contains("Cover of The Hobbit"))
      #expect(!result.output.contains("\u{1B}"))
      #expect(covers(server) == 0)
    }
  }
}
