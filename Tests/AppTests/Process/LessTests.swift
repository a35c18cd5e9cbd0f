// Needs: Onboarding

import Foundation
import TestKit
import Testing

/// The built program on a real terminal, with the usual pager.
@Suite(
  "Help in less", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/less")))
@MainActor struct LessTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  @Test("A command that is typed in less writes no file and starts no program, and q goes back")
  func commands() async throws {
    let terminal = try PseudoTerminal(
      Program.path, ["--data-dir", disk.path], environment: ["HOME": disk.path],
      patience: 20)
    try await terminal.type([("Welcome> ", "help")])
    try await terminal.wait(for: "q goes back")
    let path = "\(disk.path)/written"
    // Some versions refuse a command at its first letter, and search for the rest. Enter closes a message in each case.
    for command in ["s\(path)", "!/bin/touch \(path)"] { try terminal.type("\(command)\n\n") }
    try terminal.type("q")
    try await terminal.type([("Welcome> ", "quit")])
    #expect(try await terminal.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
