// Needs: Onboarding

import Foundation
import TestKit
import Testing

/// The built program on a real terminal, with files of the user in which libedit finds no end.
@Suite("A file .editrc without an end")
@MainActor struct EditrcTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

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
    var environment = ["HOME": "\(disk.path)/none"]
    environment[variable] = variable == "HOME" ? disk.path : path
    let terminal = try PseudoTerminal(
      Program.path, ["--data-dir", disk.path], environment: environment)
    try await terminal.type([("Welcome> ", "help log")])
    try await terminal.wait(for: "Shows what happened")
    try await terminal.type([("Welcome> ", "quit")])
    #expect(try await terminal.end() == 0)
  }
}
