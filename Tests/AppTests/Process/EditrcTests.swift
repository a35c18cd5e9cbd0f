// Needs: Onboarding

import Foundation
import TestKit
import Testing

/// The built program on a real terminal, with files in which the user binds keys.
@Suite("The file .editrc")
@MainActor struct EditrcTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  private func terminal(_ path: String, _ variable: String) throws -> PseudoTerminal {
    var environment = ["HOME": "\(disk.path)/none"]
    environment[variable] = variable == "HOME" ? disk.path : path
    return try PseudoTerminal(
      Program.path, ["--data-dir", disk.path], environment: environment)
  }

  @Test("A key that the user binds in .editrc works", arguments: ["HOME", "EDITRC"])
  func bound(variable: String) async throws {
    let path = "\(disk.path)/.editrc"
    try Data("bind ^O ed-move-to-beg\n".utf8).write(to: URL(filePath: path))
    let terminal = try terminal(path, variable)
    try await terminal.wait(for: "Welcome> ")
    try terminal.type("log\u{F}help \r")
    try await terminal.wait(for: "Shows what happened")
    try await terminal.type([("Welcome> ", "quit")])
    #expect(try await terminal.end() == 0)
  }

  @Test("With the keys of vi, a paste into an empty line after $ and into a command is harmless")
  func vi() async throws {
    let path = "\(disk.path)/.editrc"
    try Data("bind -v\n".utf8).write(to: URL(filePath: path))
    let terminal = try terminal(path, "EDITRC")
    try await terminal.wait(for: "Welcome> ")
    try terminal.type("\u{1B}$\u{1B}[200~help log\u{1B}[201~\r")
    try await terminal.wait(for: "Shows what happened")
    try await terminal.wait(for: "Welcome> ")
    // "/" reads a text of libedit's own.
    let text = String(repeating: "p", count: 3000)
    try terminal.type("\u{1B}/\u{1B}[200~\(text)\u{1B}[201~")
    try await terminal.wait(for: "\u{7}")
    try terminal.type("\rihelp log\r")
    try await terminal.wait(for: "Shows what happened")
    try await terminal.type([("Welcome> ", "quit")])
    #expect(try await terminal.end() == 0)
  }

  @Test(
    "A line of the user's .editrc that libedit would misread is named, and the app starts",
    arguments: ["bind -s \"^G\" \"hello", "bind -s a " + String(repeating: "x", count: 3000)])
  func refused(line: String) async throws {
    let path = "\(disk.path)/.editrc"
    try Data("bind ^O ed-move-to-beg\n\(line)\n".utf8).write(to: URL(filePath: path))
    // So wide that the message is on one line.
    let terminal = try PseudoTerminal(
      Program.path, ["--data-dir", disk.path], columns: 200, environment: ["HOME": disk.path])
    try await terminal.wait(for: "was not read: line 2 has ")
    try await terminal.type([("Welcome> ", "help log")])
    try await terminal.wait(for: "Shows what happened")
    try await terminal.type([("Welcome> ", "quit")])
    #expect(try await terminal.end() == 0)
  }

  @Test(
    "The app starts beside a pipe, a device or a long file in place of the user's .editrc",
    arguments: ["pipe", "device", "long"], ["HOME", "EDITRC"])
  func endless(kind: String, variable: String) async throws {
    let path = "\(disk.path)/.editrc"
    switch kind {
    case "pipe": try #require(mkfifo(path, 0o600) == 0)
    case "device": try #require(symlink("/dev/zero", path) == 0)
    default:
      let binding = "bind h ed-clear-screen\n"
      try Data((binding + String(repeating: "#\n", count: 40_000)).utf8)
        .write(to: URL(filePath: path))
    }
    let terminal = try terminal(path, variable)
    try await terminal.type([("Welcome> ", "help log")])
    try await terminal.wait(for: "Shows what happened")
    try await terminal.type([("Welcome> ", "quit")])
    #expect(try await terminal.end() == 0)
  }
}
