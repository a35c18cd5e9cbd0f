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
      Program.path, ["--data-dir", disk.path], environment: ["HOME": disk.path])
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

  @Test(
    "Ctrl-Z in less stops neither less nor the app, and stops the app again afterwards",
    arguments: [[], ["--no-editing"]])
  func stop(options: [String]) async throws {
    let shell = try PseudoTerminal(
      "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"],
      environment: ["HOME": disk.path, "PS1": "ready$ ", "HISTFILE": "/dev/null"])
    let command = ([Program.path, "--data-dir", disk.path] + options).joined(separator: " ")
    try await shell.type([("ready$ ", command), ("Welcome> ", "help")])
    try await shell.wait(for: "q goes back")
    try shell.type("\u{1A}q")
    try await shell.wait(for: "Welcome> ")
    #expect(!shell.transcript.contains("Stopped"))
    try shell.type("\u{1A}")
    try await shell.wait(for: "Stopped")
    try await shell.type([("ready$ ", "fg"), ("Welcome> ", "quit"), ("ready$ ", "exit 7")])
    #expect(try await shell.end() == 7)
  }

  @Test(
    "A signal that ends the app ends less first, and Ctrl-Z stops programs again",
    arguments: [[], ["help"]], [SIGTERM, SIGHUP])
  func ended(arguments: [String], number: Int32) async throws {
    let options = arguments.isEmpty ? ["--data-dir", disk.path] : arguments
    let app = ([Program.path] + options).joined(separator: " ")
    // Unlike bash, a shell that runs a script leaves the terminal as the app does.
    let start = "sh -c 'echo $$ > \(disk.path)/pid; exec \(app)'"
    let shell = try PseudoTerminal(
      "/bin/sh", ["-c", "\(start); echo status $?; stty -a; exit 7"],
      environment: ["HOME": disk.path])
    if arguments.isEmpty { try await shell.type([("Welcome> ", "help")]) }
    try await shell.wait(for: "q goes back")
    let written = try String(contentsOfFile: "\(disk.path)/pid", encoding: .utf8)
    let process = try #require(pid_t(written.trimmingCharacters(in: .whitespacesAndNewlines)))
    kill(process, number)
    try await shell.wait(for: "status 143")
    try await shell.wait(for: "susp = ^Z")
    #expect(try await shell.end() == 7)
  }

  @Test(
    "The third signal ends the app although the pager does not end, and the terminal echoes again",
    arguments: [[], ["help"]], [SIGTERM, SIGHUP])
  func stuck(arguments: [String], number: Int32) async throws {
    // It says when each signal has arrived: two at once would be one.
    let pager =
      "trap 'echo heard' TERM; cat > /dev/null; stty -echo < /dev/tty; echo asks;"
      + " while :; do sleep 0.1; done"
    let terminal = try PseudoTerminal(
      Program.path, arguments.isEmpty ? ["--data-dir", disk.path] : arguments,
      environment: ["HOME": disk.path, "PAGER": pager])
    if arguments.isEmpty { try await terminal.type([("Welcome> ", "help")]) }
    try await terminal.wait(for: "asks")
    for _ in 1...2 {
      kill(terminal.process, number)
      try await terminal.wait(for: "heard")
    }
    kill(terminal.process, number)
    #expect(try await terminal.end() == 143)
    #expect(terminal.echoes)
  }
}
