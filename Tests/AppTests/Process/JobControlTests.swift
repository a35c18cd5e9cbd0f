// Needs: Books, Onboarding

import Foundation
import TestKit
import Testing

/// The built program as a job of a shell, on real terminals.
@Suite("A job of a shell", .timeLimit(.minutes(60)))
@MainActor struct JobControlTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  /// A shell that tells at once what becomes of its jobs.
  private func makeShell(editsLines: Bool = false) async throws -> PseudoTerminal {
    let shell = try PseudoTerminal(
      "/bin/bash", ["--norc", "--noprofile"] + (editsLines ? [] : ["--noediting"]) + ["-i"],
      environment: [
        "HOME": disk.path, "PS1": "ready$ ", "HISTFILE": "/dev/null",
        // The pager keeps the mode of the terminal in which it is started.
        "PAGER": "stty -a < /dev/tty > '\(disk.path)/mode'; cat",
      ])
    try await shell.type([("ready$ ", "set -b")])
    try await shell.wait(for: "ready$ ")
    return shell
  }

  private func command(_ options: [String] = []) -> String {
    ([Program.path, "--data-dir", disk.path] + options).joined(separator: " ")
  }

  @Test(
    "After bg the app leaves typed text to the shell and stops, and fg continues it",
    arguments: [[], ["--no-editing"]])
  func background(options: [String]) async throws {
    let shell = try await makeShell()
    try shell.type(command(options) + "\n")
    try await shell.wait(for: "Welcome> ")
    try shell.type("\u{1A}")
    try await shell.wait(for: "Stopped")
    try await shell.wait(for: "ready$ ")
    // While the shell waits for its job, both could read the next line: only the shell does.
    try shell.type("bg\nwait %1\necho typed $((6 * 7))\n")
    try await shell.wait(for: "typed 42")
    try await shell.wait(for: "ready$ ")
    #expect(shell.echoes)
    try shell.type("fg\n")
    try await shell.wait(for: "Welcome> ")
    try shell.type("skip-all\n")
    try await shell.wait(for: "Discover> ")
    try shell.type("quit\n")
    try await shell.type([("ready$ ", "exit 7")])
    #expect(try await shell.end() == 7)
    #expect(!shell.transcript.contains("The input can't be read"))
  }

  @Test(
    "An app started in the background waits for fg, and then has the usual terminal mode",
    arguments: [[], ["--no-editing"]])
  func startedInBackground(options: [String]) async throws {
    // While it edits its own line, the shell has the terminal in another mode.
    let shell = try await makeShell(editsLines: true)
    try shell.type(command(options) + " &\n")
    try await shell.wait(for: "Stopped")
    try shell.type("echo typed $((6 * 7))\n")
    try await shell.wait(for: "typed 42")
    try shell.type("fg\n")
    try await shell.wait(for: "Welcome> ")
    try shell.type("help\n")
    try await shell.wait(for: "Welcome> ")
    let mode = try String(contentsOfFile: "\(disk.path)/mode", encoding: .utf8)
      .split(whereSeparator: \.isWhitespace)
    #expect(mode.contains("icanon") && mode.contains("echo") && mode.contains("isig"), "\(mode)")
    try shell.type("quit\n")
    try await shell.type([("ready$ ", "exit 7")])
    #expect(try await shell.end() == 7)
  }

  @Test(
    "Ctrl-Z and Ctrl-\\ change nothing for a program that ignores them, as its parent may want",
    arguments: [("TSTP", "\u{1A}"), ("QUIT", "\u{1C}")])
  func ignored(signal: String, key: String) async throws {
    let shell = try await makeShell()
    try shell.type("(trap '' \(signal); exec \(command()))\n")
    try await shell.wait(for: "Welcome> ")
    try shell.type("\(key)skip-all\n")
    try await shell.wait(for: "Discover> ")
    try shell.type("quit\n")
    try await shell.type([("ready$ ", "exit 7")])
    #expect(try await shell.end() == 7)
  }

  /// Suspends what make runs, as Ctrl-Z does.
  private func suspendMake(_ shell: PseudoTerminal) async throws {
    try shell.type("\u{1A}")
    try await shell.wait(for: "Stopped")
    try await shell.wait(for: "make -f")
    try await shell.wait(for: "ready$ ")
  }

  @Test("Ctrl-Z in make run stops make, too, and fg goes on with both")
  func foreground() async throws {
    let script = Sources.root.appending(path: ".ci/foreground").path
    try Data("run: ; @'\(script)' \(command())\n".utf8)
      .write(to: URL(filePath: "\(disk.path)/Makefile"))
    let shell = try await makeShell()
    try shell.type("make -f '\(disk.path)/Makefile' run\n")
    try await shell.wait(for: "Welcome> ")
    try await suspendMake(shell)
    try shell.type("fg\n")
    try await shell.wait(for: "Welcome> ")
    try shell.type("skip-all\n")
    try await shell.wait(for: "Discover> ")
    // Once more, and bg leaves the terminal to the shell.
    try await suspendMake(shell)
    try shell.type("bg\n")
    try await shell.wait(for: "Stopped")
    try shell.type("echo typed $((6 * 7))\n")
    try await shell.wait(for: "typed 42")
    try shell.type("fg\n")
    try await shell.wait(for: "Discover> ")
    try shell.type("quit\n")
    try await shell.type([("ready$ ", "exit 7")])
    #expect(try await shell.end() == 7)
  }

  @Test(
    "The shell's kill ends the app also while it is stopped", arguments: [[], ["--no-editing"]])
  func killed(options: [String]) async throws {
    let shell = try await makeShell()
    try shell.type(command(options) + "\n")
    try await shell.wait(for: "Welcome> ")
    try shell.type("\u{1A}")
    try await shell.wait(for: "Stopped")
    try await shell.wait(for: "ready$ ")
    try shell.type("kill %1\n")
    try await shell.wait(for: "Exit 143")
    #expect(shell.echoes)
    try shell.type("exit 7\n")
    #expect(try await shell.end() == 7)
  }

  @Test(
    "A pager or an editor that ends in the background leaves the terminal's mode to the shell",
    arguments: ["help", "edit notes"])
  func endedInBackground(command line: String) async throws {
    let go = "\(disk.path)/go"
    try Data("echo asks; until [ -e '\(go)' ]; do sleep 0.1; done; echo ended\n".utf8)
      .write(to: URL(filePath: disk.path + "/program"))
    let shell = try await makeShell()
    let program = "/bin/sh \(disk.path)/program"
    try shell.type("PAGER='cat > /dev/null; \(program)' VISUAL='\(program)' \(command())\n")
    try await shell.type([
      ("Welcome> ", "skip-all"), ("Discover> ", "open booksapp://books/dune"), ("Dune> ", "want"),
      ("Dune> ", "notes"), ("Dune> ", line),
    ])
    try await shell.wait(for: "asks")
    try shell.type("\u{1A}")
    try await shell.wait(for: "Stopped")
    try await shell.wait(for: "ready$ ")
    try shell.type("bg; stty kill '^X'; touch '\(go)'\n")
    try await shell.wait(for: "ended")
    // With its next question the app stops.
    try await shell.wait(for: "Stopped")
    try shell.type("stty -a | grep -o 'kill = ^.'; echo typed $((6 * 7))\n")
    try await shell.wait(for: "typed 42")
    #expect(shell.transcript.contains("kill = ^X"))
    try shell.type("kill %1\n")
    try await shell.wait(for: "Exit 143")
    try shell.type("exit 7\n")
    #expect(try await shell.end() == 7)
  }

  // A program that reads the terminal, as less and ed do, and to which a signal is not the end.
  private static let program =
    "trap '' INT QUIT; cat > /dev/null; echo asks; read key < /dev/tty; echo got $key"

  @Test(
    "Ctrl-C and Ctrl-\\ in the pager of help are the pager's, and the program waits for its end",
    arguments: [("\u{3}", "^C"), ("\u{1C}", "^\\")])
  func pager(key: String, echo: String) async throws {
    let pager = Self.program
    let terminal = try PseudoTerminal(
      Program.path, ["help"], environment: ["HOME": disk.path, "PAGER": pager])
    try await terminal.wait(for: "asks")
    try terminal.type(key)
    try await terminal.wait(for: echo)
    try terminal.type("next\n")
    try await terminal.wait(for: "got next")
    #expect(try await terminal.end() == 0)
  }

  @Test("A pager that fails to show help is named")
  func failedPager() async throws {
    let terminal = try PseudoTerminal(
      Program.path, ["help"], environment: ["HOME": disk.path, "PAGER": "false"])
    try await terminal.wait(for: "The pager “false” ended with status 1.")
    #expect(try await terminal.end() == 0)
  }

  @Test(
    "Ctrl-C and Ctrl-\\ in a pager or an editor of a conversation are that program's",
    arguments: [("\u{3}", "^C"), ("\u{1C}", "^\\")], [[], ["--no-editing"]])
  func conversation(key: (name: String, echo: String), options: [String]) async throws {
    try Data(Self.program.replacing("cat > /dev/null; ", with: "").utf8)
      .write(to: URL(filePath: disk.path + "/editor"))
    let terminal = try PseudoTerminal(
      Program.path, ["--data-dir", disk.path] + options,
      environment: [
        "HOME": disk.path, "TMPDIR": disk.path, "PAGER": Self.program,
        "VISUAL": "/bin/sh \(disk.path)/editor",
      ])
    try await terminal.type([
      ("Welcome> ", "skip-all"), ("Discover> ", "open booksapp://books/dune"), ("Dune> ", "want"),
      ("Dune> ", "notes"), ("Dune> ", "set notes unsaved"),
    ])
    // Without line editing there is no editor of texts.
    for command in options.isEmpty ? ["help", "edit notes"] : ["help"] {
      try await terminal.type([("Dune> ", command)])
      // The program does not know the marks of pastes.
      if options.isEmpty { try await terminal.wait(for: "\u{1B}[?2004l") }
      try await terminal.wait(for: "asks")
      try terminal.type(key.name)
      try await terminal.wait(for: key.echo)
      try terminal.type("next\n")
      try await terminal.wait(for: "got next")
    }
    try await terminal.type([("Dune> ", "save"), ("Dune> ", "quit")])
    #expect(try await terminal.end() == 0)
  }

  @Test("Ctrl-\\ at the prompt just after a pager ends the program, and the terminal echoes again")
  func afterPager() async throws {
    let terminal = try PseudoTerminal(
      Program.path, ["--data-dir", disk.path],
      environment: ["HOME": disk.path, "PAGER": Self.program])
    try await terminal.type([("Welcome> ", "skip-all"), ("Discover> ", "help")])
    try await terminal.wait(for: "asks")
    try terminal.type("next\n")
    try await terminal.wait(for: "got next")
    try await terminal.wait(for: "Discover> ")
    try terminal.type("\u{1C}")
    #expect(try await terminal.end() == 128 + SIGQUIT)
    #expect(terminal.echoes)
  }
}
