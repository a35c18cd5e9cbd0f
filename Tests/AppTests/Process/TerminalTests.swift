// Needs: Auth, Backups, Books, Onboarding, Transfers

import Core
import Services
import Foundation
import TestKit
import Testing

/// The built program on real terminals.
@Suite("At a terminal")
@MainActor struct TerminalTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  private func terminal(
    _ options: [String] = [], columns: UInt16 = 80, kind: String = "xterm"
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      Program.path, ["--data-dir", disk.path, "--now", "2026-11-20"] + options, columns: columns,
      environment: ["HOME": disk.path, "PAGER": "cat", "TERM": kind])
  }

  private func isClosed() throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: disk.path)
      .allSatisfy { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
  }

  @Test(
    "Ctrl-C at any number of prompts gives a new one each time, and the app continues",
    arguments: [[], ["--no-editing"]])
  func prompt(options: [String]) async throws {
    let terminal = try terminal(options)
    try await terminal.wait(for: "Welcome> ")
    // Three signals that the app doesn't answer end its process.
    for _ in 1...4 {
      try terminal.type("half a comm\u{3}")
      try await terminal.wait(for: "Welcome> ")
    }
    try terminal.type("skip-all\n")
    try await terminal.wait(for: "Discover> ")
    try terminal.type("quit\n")
    #expect(try await terminal.end() == 0)
    #expect(!terminal.transcript.contains("Unknown command"), "the cancelled line is not run")
    #expect(try isClosed())
  }

  @Test("The command show prints the change of another window")
  func otherWindow() async throws {
    let terminal = try terminal()
    try await terminal.type([("Welcome> ", "skip-all"), ("Discover> ", "tab shelves")])
    try await terminal.wait(for: "Shelves> ")
    let other = Program(arguments: ["add", "book:emma", "--data-dir", disk.path])
    #expect(try await other.run().status == 0)
    try terminal.type("show\ntab search\n")
    try await terminal.wait(for: "Search> ")
    let shown = terminal.transcript.components(separatedBy: "Shelves> ").dropFirst()
    #expect(shown.joined().contains("1 book"))
    try terminal.type("quit\n")
    #expect(try await terminal.end() == 0)
  }

  @Test(
    "Ctrl-C cancels a long action with a message, and the app continues without what was typed before",
    arguments: [[], ["--no-editing"]])
  func longWork(options: [String]) async throws {
    // It has no writer, so only cancelling ends the reading.
    let pipe = "\(disk.path)/dump.txt"
    try #require(mkfifo(pipe, 0o600) == 0)
    let terminal = try terminal(options)
    try await terminal.type([
      ("Welcome> ", "skip-all"), ("Discover> ", "open booksapp://transfers"),
      ("export> ", "3"), ("dump> ", "set files \(pipe)"), ("dump> ", "start"),
    ])
    try await terminal.wait(for: "Ctrl-C cancels")
    try terminal.type("tab shelves\n")
    try await terminal.wait(for: "tab shelves")
    // With line editing it is read at the next prompt, before which Ctrl-C discards it.
    while !options.isEmpty, terminal.hasUnread { await Task.yield() }
    try terminal.type("\u{3}")
    try await terminal.wait(for: "Cancelled.")
    try await terminal.wait(for: "dump> ")
    try terminal.type("quit\n")
    #expect(try await terminal.end() == 0)
    #expect(!terminal.transcript.contains("Shelves> "))
    #expect(try isClosed())
  }

  @Test("Ctrl-C cancels a packed import on the command line, without an error of the unpacker")
  func packedImport() async throws {
    let dump = "\(disk.path)/dump.gz"
    // Concatenated packed parts are one packed file (RFC 1952, 2.2); these are 20 GB unpacked, more
    // than is read before the key is pressed.
    let packing = try PseudoTerminal(
      "/bin/sh",
      [
        "-c",
        "yes | head -c 20000000 | gzip -1 > \(dump).part; for i in $(seq 1000); do cat \(dump).part; done > \(dump)",
      ])
    try #require(try await packing.end() == 0)
    let terminal = try PseudoTerminal(
      Program.path, ["import", "openlibrary-dump", dump, "--data-dir", disk.path])
    try await terminal.wait(for: "%")
    try terminal.type("\u{3}")
    #expect(try await terminal.end() == 130)
    #expect(!terminal.transcript.contains("damaged"))
    #expect(try isClosed())
  }

  @Test("A terminal echoes all input except a secret", arguments: ["xterm", "dumb"])
  func secrets(kind: String) async throws {
    let terminal = try terminal(kind: kind)
    try await terminal.type([
      ("Welcome> ", "skip-all"), ("Discover> ", "tab account"), ("Guest> ", "sign-in"),
      ("in> ", "set email ada@example.org"), ("in> ", "set password"),
      ("Password: ", "hunter2-secret"), ("in> ", "show"),
    ])
    try await terminal.wait(for: "in> ")
    try terminal.type("\u{4}")
    try terminal.type("\u{4}")
    _ = try await terminal.end()
    #expect(terminal.echoes)
    #expect(terminal.transcript.contains("set email ada@example.org"))
    #expect(!terminal.transcript.contains("hunter2"))
  }

  @Test("Ctrl-C at a secret's prompt restores the echo", arguments: ["xterm", "dumb"])
  func cancelledSecret(kind: String) async throws {
    let terminal = try terminal(kind: kind)
    try await terminal.type([
      ("Welcome> ", "skip-all"), ("Discover> ", "tab account"), ("Guest> ", "sign-in"),
      ("in> ", "set password"),
    ])
    try await terminal.wait(for: "Password: ")
    #expect(!terminal.echoes)
    try terminal.type("hunter2\u{3}")
    try await terminal.wait(for: "in> ")
    try terminal.type("quit\n")
    #expect(try await terminal.end() == 0)
    #expect(terminal.echoes)
    #expect(!terminal.transcript.contains("hunter2"))
  }

  @Test(
    "A secret typed after Ctrl-Z and fg is not echoed either", arguments: ["xterm", "dumb"])
  func suspended(kind: String) async throws {
    let shell = try PseudoTerminal(
      "/bin/bash", ["--norc", "--noprofile", "-i"],
      environment: ["HOME": disk.path, "PS1": "ready$ ", "HISTFILE": "/dev/null", "TERM": kind])
    try await shell.type([
      ("ready$ ", "\(Program.path) --data-dir \(disk.path)"),
      ("Welcome> ", "skip-all"), ("Discover> ", "tab account"), ("Guest> ", "sign-in"),
      ("in> ", "set password"),
    ])
    try await shell.wait(for: "Password: ")
    try shell.type("\u{1A}")
    try await shell.type([("Stopped", ""), ("ready$ ", "fg")])
    // The question is repeated, because the shell has overwritten it.
    try await shell.type([("Password: ", "hunter2-secret"), ("in> ", "quit")])
    try await shell.type([("ready$ ", "exit 7")])
    #expect(try await shell.end() == 7)
    #expect(!shell.transcript.contains("hunter2"))
  }

  @Test("Ctrl-\\ at a secret's prompt leaves a terminal with echo", arguments: ["xterm", "dumb"])
  func quitSignal(kind: String) async throws {
    let terminal = try terminal(kind: kind)
    try await terminal.type([
      ("Welcome> ", "skip-all"), ("Discover> ", "tab account"), ("Guest> ", "sign-in"),
      ("in> ", "set password"),
    ])
    try await terminal.wait(for: "Password: ")
    try terminal.type("\u{1C}")
    #expect(try await terminal.end() == 128 + SIGQUIT)
    #expect(terminal.echoes)
  }

  @Test("A widened terminal shows the list beside the book, and a narrowed one the book alone")
  func resized() async throws {
    let terminal = try terminal()
    try await terminal.type([
      ("Welcome> ", "skip-all"), ("Discover> ", "open booksapp://books/dune"), ("Dune> ", "where"),
    ])
    try await terminal.wait(for: "Dune> ")
    let seen = terminal.transcript.count
    try terminal.resize(columns: 120)
    try await terminal.wait(for: "Dune> ")
    let wide = String(terminal.transcript.dropFirst(seen))
    let isBeside = wide.split(separator: "\n").contains { line in
      line.contains("Discover") && line.contains("Dune")
    }
    #expect(isBeside)
    try terminal.resize(columns: 60)
    try await terminal.wait(for: "Discover › Dune> ")
    try terminal.type("back\n")
    try await terminal.wait(for: "Discover> ")
    try terminal.type("quit\n")
    #expect(try await terminal.end() == 0)
  }

  @Test("No line is wider than the terminal", arguments: [30, 80, 140] as [UInt16])
  func width(columns: UInt16) async throws {
    let terminal = try terminal(columns: columns)
    try await terminal.type([
      ("Welcome> ", "skip-all"), ("iscover> ", "open booksapp://books/dune"), ("Dune> ", "help"),
      ("Dune> ", "quit"),
    ])
    #expect(try await terminal.end() == 0)
    let lines = terminal.transcript.split(whereSeparator: \.isNewline)
      // Echoed input and redrawn progress lines are left out.
      .filter { !$0.contains("> ") && !$0.contains("\u{1B}[K") }
      .map { $0.replacing(/\u{1B}\[[0-9;]*m|[\u{2066}-\u{2069}]/, with: "") }
    #expect(lines.filter { $0.count > Int(columns) } == [])
    // In a wide terminal the list stays beside the book.
    #expect(lines.contains { $0.contains("Emma") && $0.contains("│") } == (columns >= 100))
  }

  @Test("Help that is taller than the terminal opens in the pager, which alone gets the keys")
  func pager() async throws {
    // The pager takes one line from the terminal, as less takes keys.
    let pager = "cat > /dev/null; echo asks; read key < /dev/tty; echo \"got $key\""
    let terminal = try PseudoTerminal(
      Program.path, ["--data-dir", disk.path],
      environment: ["HOME": disk.path, "PAGER": pager])
    try await terminal.type([("Welcome> ", "help"), ("asks", "quit"), ("got quit", "")])
    try await terminal.wait(for: "Welcome> ")
    try terminal.type("quit\n")
    #expect(try await terminal.end() == 0)
  }

  @Test("Closing the terminal's window ends the app with status 143 and leaves complete files")
  func hangUp() async throws {
    let terminal = try terminal()
    try await terminal.type([
      ("Welcome> ", "skip-all"), ("Discover> ", "open booksapp://books/dune"), ("Dune> ", "want"),
    ])
    try await terminal.wait(for: "Dune> ")
    terminal.hangUp()
    #expect(try await terminal.end() == 143)
    #expect(try isClosed())
    let shown = try await Program(arguments: ["--data-dir", disk.path])
      .run("open booksapp://shelves/want-to-read\n")
    #expect(shown.output.contains("Dune"))
  }
}
