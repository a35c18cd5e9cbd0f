// Needs: Auth, Books, Onboarding

import TestKit
import Testing

/// The built program, with line editing, on a terminal that is made wider or narrower.
@Suite("A resized terminal")
@MainActor struct ResizedTerminalTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  private func terminal() throws -> PseudoTerminal {
    try PseudoTerminal(
      Program.path, ["--data-dir", disk.path], environment: ["HOME": disk.path])
  }

  @Test("A resize draws the screen and the typed line again")
  func resized() async throws {
    let terminal = try terminal()
    try await terminal.type([("Welcome> ", "skip-all")])
    try await terminal.wait(for: "Discover> ")
    try terminal.type("where")
    try await terminal.wait(for: "where")
    try terminal.resize(columns: 120)
    try await terminal.wait(for: "Discover> where")
    try terminal.type("\r")
    try await terminal.wait(for: "Discover> ")
    try terminal.type("quit\r")
    #expect(try await terminal.end() == 0)
  }

  @Test("After fg the screen fits a terminal that was widened while the app was stopped")
  func widenedWhileStopped() async throws {
    let shell = try PseudoTerminal(
      "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"],
      environment: ["HOME": disk.path, "PS1": "ready$ ", "HISTFILE": "/dev/null"])
    try await shell.type([
      ("ready$ ", "\(Program.path) --data-dir \(disk.path)"), ("Welcome> ", "skip-all"),
      ("Discover> ", "open booksapp://books/dune"),
    ])
    try await shell.wait(for: "Dune> ")
    try shell.type("\u{1A}")
    try await shell.wait(for: "Stopped")
    try await shell.wait(for: "ready$ ")
    try shell.resize(columns: 120)
    try shell.type("fg\n")
    // The list is beside the book.
    try await shell.wait(for: "│")
    try await shell.wait(for: "Dune> ")
    try shell.type("quit\n")
    try await shell.type([("ready$ ", "exit 7")])
    #expect(try await shell.end() == 7)
  }

  @Test("After a resize the prompt fits the new width, and a form shows its hint again")
  func narrowed() async throws {
    let terminal = try terminal()
    try await terminal.type([
      ("Welcome> ", "skip-all"), ("Discover> ", "open booksapp://books/dune"), ("Dune> ", "start"),
      ("Dune> ", "notes"),
    ])
    try await terminal.wait(for: "Enter walks through the fields")
    try await terminal.wait(for: "Discover › Dune › Notes on Dune> ")
    try terminal.resize(columns: 40)
    try await terminal.wait(for: "Enter walks through the fields")
    try await terminal.wait(for: "… › Dune › Notes on Dune> ")
    try terminal.type("quit\r")
    #expect(try await terminal.end() == 0)
  }

  @Test("A recording of a terminal that is widened replays with the same screens")
  func recorded() async throws {
    let path = "\(disk.path)/a.session"
    let terminal = try PseudoTerminal(
      Program.path, ["--ephemeral", "--record", path], environment: ["HOME": disk.path])
    try await terminal.type([
      ("Welcome> ", "skip-all"), ("Discover> ", "open booksapp://books/dune"),
    ])
    try await terminal.wait(for: "Dune> ")
    try terminal.resize(columns: 120)
    // The line is drawn again, and nothing else.
    try await terminal.wait(for: "Dune> ")
    try terminal.type("where\n")
    try await terminal.type([("Dune> ", "back"), ("Discover> ", "quit")])
    #expect(try await terminal.end() == 0)
    let replay = try await Program(arguments: ["replay", path]).run()
    #expect(replay.status == 0, "\(replay.output)\(replay.messages)")
  }

  @Test("An answer fills the form that was asked about, even if the terminal was widened meanwhile")
  func widened() async throws {
    let terminal = try terminal()
    try await terminal.type([
      ("Welcome> ", "skip-all"), ("Discover> ", "tab account"), ("Guest> ", "3"),
      ("Yearly goal> ", ""),
    ])
    try await terminal.wait(for: "1 to 1000): ")
    try terminal.resize(columns: 120)
    // The list is beside the form, and the question comes again.
    try await terminal.wait(for: "1 to 1000): ")
    try terminal.type("17\r")
    try await terminal.wait(for: "Books a year:  17", ignoresSequences: true)
    try await terminal.type([("Yearly goal> ", "save"), ("Guest> ", "quit")])
    #expect(try await terminal.end() == 0)
  }
}
