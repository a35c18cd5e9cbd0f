// Needs: Auth, Books, Onboarding, Transfers

import Foundation
import TestKit
import Testing

/// The built program on real terminals, with line editing.
@Suite("Line editing at a terminal")
@MainActor struct EditedLineTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  private func terminal(
    _ more: [String] = [], isKept: Bool = true, environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      Program.path, (isKept ? ["--data-dir", disk.path] : []) + more,
      environment: ["HOME": disk.path].merging(environment) { $1 })
  }

  private var typedLines: String? {
    try? String(contentsOfFile: "\(disk.path)/booksapp.history", encoding: .utf8)
  }

  @Test("The next run recalls typed lines from a file that only the user can read")
  func history() async throws {
    let first = try terminal()
    try await first.type([
      ("Welcome> ", "skip-all"), ("Discover> ", "help log"), ("Discover> ", "qiut"),
      ("Discover> ", "quit"),
    ])
    #expect(try await first.end() == 0)
    #expect(first.echoes)
    #expect(typedLines == "skip-all\nhelp log\nqiut\nquit\n")
    let mode = try FileManager.default
      .attributesOfItem(atPath: "\(disk.path)/booksapp.history")[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let second = try terminal()
    try await second.wait(for: "Discover> ")
    try second.type("\u{1B}[A\u{1B}[A\u{1B}[A\r")
    try await second.wait(for: "Shows what happened")
    try await second.wait(for: "Discover> ")
    try second.type("\u{12}qui\r")
    #expect(try await second.end() == 0)
  }

  @Test("With --ephemeral no typed line is recalled or written")
  func ephemeral() async throws {
    let state = "\(disk.path)/.local/state/BooksApp"
    let terminal = try terminal(["--ephemeral"], isKept: false)
    try await terminal.type([("Welcome> ", "help log"), ("Welcome> ", "quit")])
    #expect(try await terminal.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: state))
  }

  @Test("The history has no secret, not even one that was typed at the wrong prompt before")
  func secrets() async throws {
    let terminal = try terminal()
    try await terminal.type([
      ("Welcome> ", "skip-all"), ("Discover> ", "hunter2-secret"), ("Discover> ", "tab account"),
      ("Guest> ", "sign-in"), ("in> ", "set password hunter2-secret"),
      ("in> ", "sett password other-secret"),
      ("in> ", "set password"), ("]: ", "third-secret"), ("in> ", "show"),
    ])
    try await terminal.wait(for: "in> ")
    try terminal.type("\u{4}")
    try terminal.type("\u{4}")
    _ = try await terminal.end()
    #expect(typedLines == "skip-all\ntab account\nsign-in\nset password\nshow\n")
  }

  @Test("A paste of several lines goes into the field as it is, and none of it is run")
  func pasteIntoField() async throws {
    let terminal = try terminal()
    try await terminal.type([
      ("Welcome> ", "skip-all"), ("Discover> ", "open booksapp://books/dune"), ("Dune> ", "want"),
      ("Dune> ", "notes"),
    ])
    try await terminal.wait(for: "> ")
    try terminal.type("set notes \u{1B}[200~Line \\one\rquit\r\rthree\r\u{1B}[201~\r")
    try await terminal.wait(for: "three\r\n")
    try await terminal.wait(for: "> ")
    try terminal.type("set notes\r")
    try await terminal.wait(for: "]: ")
    try terminal.type("\u{1B}[200~discard\nquit\u{1B}[201~\r")
    try await terminal.wait(for: "discard\r\n")
    try await terminal.type([("> ", "save")])
    try await terminal.wait(for: "> ")
    try terminal.type("quit\n")
    #expect(try await terminal.end() == 0)
    let shown = try await Program(arguments: ["--data-dir", disk.path])
      .run("open booksapp://books/dune\n")
    #expect(shown.output.contains("discard\n"))
  }

  @Test("A paste of several lines at the prompt runs only after a question")
  func pasteAtPrompt() async throws {
    let terminal = try terminal()
    try await terminal.wait(for: "Welcome> ")
    let paste = "\u{1B}[200~# a comment\rhelp log\rquit\r\u{1B}[201~"
    try terminal.type(paste)
    try await terminal.wait(for: "Run these 2 lines? (y/N) ")
    try terminal.type("\r")
    try await terminal.wait(for: "Nothing was run.")
    try await terminal.wait(for: "Welcome> ")
    try terminal.type(paste)
    try await terminal.wait(for: "Run these 2 lines? (y/N) ")
    try terminal.type("y\r")
    #expect(try await terminal.end() == 0)
    #expect(terminal.transcript.contains("Shows what happened"))
  }

  @Test("Tab completes actions, fields, choices, tabs, rows, links and files")
  func completion() async throws {
    let terminal = try terminal()
    try await terminal.wait(for: "Welcome> ")
    try terminal.type("sk\t\r")
    try await terminal.wait(for: "Discover> ")
    try terminal.type("Pippi\t\r")
    try await terminal.wait(for: "Pippi Långstrump> ")
    try terminal.type("tab acc\t\r")
    try await terminal.wait(for: "Guest> ")
    try terminal.type("open booksapp://tr\t\r")
    try await terminal.wait(for: "export> ")
    try terminal.type("1\r")
    try await terminal.wait(for: "> ")
    try Data().write(to: URL(filePath: "\(disk.path)/my library.csv"))
    try terminal.type("set fi\t\(disk.path)/my\t\r")
    try await terminal.wait(for: "my library.csv\r\n")
    try await terminal.wait(for: "> ")
    try terminal.type("quit\r")
    #expect(try await terminal.end() == 0)
  }

  @Test(
    "The user's .editrc changes neither Tab, nor the echo, nor the mode of the terminal",
    arguments: ["bind -v", "bind ^I ed-insert", "edit off", "edit on"])
  func ownKeys(line: String) async throws {
    try Data("\(line)\n".utf8).write(to: URL(filePath: "\(disk.path)/.editrc"))
    let terminal = try terminal()
    try await terminal.wait(for: "Welcome> ")
    try terminal.type("help")
    try await terminal.wait(for: "help")
    try terminal.type(" whe\t\r")
    try await terminal.wait(for: "Shows where you are")
    try await terminal.wait(for: "Welcome> ")
    try terminal.type("quit\r")
    #expect(try await terminal.end() == 0)
    #expect(terminal.echoes)
  }

  @Test("With the keys of vi in .editrc, Backspace works in a search of the history")
  func searchWithKeysOfVi() async throws {
    try Data("bind -v\n".utf8).write(to: URL(filePath: "\(disk.path)/.editrc"))
    let terminal = try terminal()
    try await terminal.type([("Welcome> ", "help log")])
    try await terminal.wait(for: "Shows what happened")
    try await terminal.wait(for: "Welcome> ")
    try terminal.type("\u{12}helx\u{7F}p\r")
    try await terminal.wait(for: "Shows what happened")
    try await terminal.wait(for: "Welcome> ")
    try terminal.type("quit\r")
    #expect(try await terminal.end() == 0)
  }

  @Test("Ctrl-Z gives the shell a usual terminal, and fg draws the prompt and what was typed")
  func suspended() async throws {
    let shell = try PseudoTerminal(
      "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"],
      environment: ["HOME": disk.path, "PS1": "ready$ ", "HISTFILE": "/dev/null"])
    try await shell.type([("ready$ ", "\(Program.path) --data-dir \(disk.path)")])
    try await shell.wait(for: "Welcome> ")
    try shell.type("skip")
    try await shell.wait(for: "skip")
    try shell.type("\u{1A}")
    try await shell.wait(for: "ready$ ")
    #expect(shell.echoes)
    try shell.type("fg\n")
    try await shell.wait(for: "Welcome> skip")
    try shell.type("-all\r")
    try await shell.wait(for: "Discover> ")
    try shell.type("quit\r")
    try await shell.type([("ready$ ", "exit 7")])
    #expect(try await shell.end() == 7)
  }

  @Test("Ctrl-Z does nothing where no shell could continue the app")
  func noShell() async throws {
    let terminal = try terminal()
    try await terminal.wait(for: "Welcome> ")
    try terminal.type("\u{1A}skip-all\r")
    try await terminal.type([("Discover> ", "quit")])
    #expect(try await terminal.end() == 0)
  }

  @Test("A pager that changes the terminal's mode changes it neither for the app nor for the shell")
  func modeAfterPager() async throws {
    let terminal = try terminal(environment: [
      "PAGER": "cat > /dev/null; stty raw -echo < /dev/tty; echo left"
    ])
    try await terminal.type([("Welcome> ", "help")])
    try await terminal.wait(for: "left")
    try await terminal.wait(for: "Welcome> ")
    try terminal.type("quit\r")
    #expect(try await terminal.end() == 0)
    #expect(terminal.echoes)
  }

  @Test(
    "A signal that ends the program leaves the terminal as it was", arguments: [SIGTERM, SIGHUP])
  func ended(signal: Int32) async throws {
    let terminal = try terminal()
    try await terminal.wait(for: "Welcome> ")
    try terminal.type("half")
    try await terminal.wait(for: "half")
    #expect(!terminal.echoes)
    kill(terminal.process, signal)
    #expect(try await terminal.end() == 143)
    #expect(terminal.echoes)
    #expect(terminal.transcript.contains("\u{1B}[?2004l"))
  }

  @Test(
    "On a dumb terminal, or with --no-editing, the app reads plain lines",
    arguments: [(["--no-editing"], "xterm"), ([], "dumb")])
  func plain(options: [String], type: String) async throws {
    let terminal = try terminal(options, environment: ["TERM": type])
    try await terminal.wait(for: "Welcome> ")
    #expect(terminal.echoes)
    try terminal.type("skip-all\n")
    try await terminal.type([("Discover> ", "quit")])
    #expect(try await terminal.end() == 0)
    #expect(!terminal.transcript.contains("\u{1B}[?2004"))
    #expect(typedLines == nil)
  }
}
