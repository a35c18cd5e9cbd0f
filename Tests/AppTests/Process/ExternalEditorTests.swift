// Needs: Books, Onboarding

import Foundation
import TestKit
import Testing

/// The built program on real terminals, with an editor for long text.
@Suite("The user's own editor")
@MainActor struct ExternalEditorTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  /// Opens the notes on a book, with a shell script as the editor.
  ///
  /// - Parameter command: the editor's command line, or nil for a shell with the script.
  private func notes(
    editor script: String, umask: String = "022", command: String? = nil
  ) async throws -> PseudoTerminal {
    try Data(script.utf8).write(to: URL(filePath: "\(disk.path)/editor"))
    let terminal = try PseudoTerminal(
      "/bin/sh",
      [
        "-c", #"umask \#(umask) && exec "$0" "$@""#, Program.path, "--data-dir", disk.path,
      ],
      environment: [
        "HOME": disk.path, "TMPDIR": disk.path, "EDITOR": "false",
        "VISUAL": command ?? "/bin/sh \(disk.path)/editor",
      ])
    try await terminal.type([
      ("Welcome> ", "skip-all"), ("Discover> ", "open booksapp://books/dune"), ("Dune> ", "want"),
      ("Dune> ", "notes"), ("Dune> ", "set notes a\\nb\\\\"),
    ])
    try await terminal.wait(for: "Dune> ")
    return terminal
  }

  /// The folders of drafts that are left.
  private var drafts: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: disk.path)
    return names?.filter { $0.hasPrefix("BooksApp-") } ?? []
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(disk.path)/\(name)", encoding: .utf8)
  }

  @Test(
    "The editor's text goes into the field with its line breaks, and its file is deleted",
    arguments: ["022", "777"])
  func edited(umask: String) async throws {
    let terminal = try await notes(
      editor: """
        umask 077
        stty -a > \(disk.path)/mode
        ls -ld "$1" "${1%/*}" > \(disk.path)/files
        cp "$1" \(disk.path)/before
        printf 'one \\\\n\\n\\033]0;x\\007three\\n\\n' > "$1"
        """, umask: umask)
    try terminal.type("edit not\r")
    try await terminal.wait(for: "three")
    try await terminal.wait(for: "Dune> ")
    try terminal.type("save\r")
    try await terminal.wait(for: "Dune> ")
    try terminal.type("quit\r")
    #expect(try await terminal.end() == 0)
    #expect(terminal.transcript.contains("Save and leave it to come back."))
    #expect(try text("before") == "a\nb\\\n")
    #expect(try text("mode").contains(" icanon"))
    #expect(try !text("mode").contains("-isig"))
    #expect(try text("files").contains("drwx------"))
    #expect(try text("files").contains("-rw-------"))
    #expect(drafts == [])
    let history = try FileManager.default.attributesOfItem(atPath: "\(disk.path)/booksapp.history")
    #expect(history[.posixPermissions] as? Int == 0o600)
    let shown = try await Program(arguments: ["--data-dir", disk.path, "--json"])
      .run("open booksapp://books/dune\n")
    #expect(shown.output.contains(#"one \\n\n]0;xthree"#))
  }

  @Test("The editor vi first starts after Enter, and Ctrl-C leaves the field unchanged")
  func firstStart() async throws {
    let vi = "\(disk.path)/vi"
    let script = Data("#!/bin/sh\necho started; sleep 1.1\n".utf8)
    try #require(
      FileManager.default.createFile(
        atPath: vi, contents: script, attributes: [.posixPermissions: 0o755]))
    let terminal = try await notes(editor: "", command: vi)
    try terminal.type("edit notes\r")
    try await terminal.wait(for: "Press Enter to start it. ")
    try terminal.type("\u{3}")
    try await terminal.wait(for: "is unchanged.")
    #expect(drafts == [] && !terminal.transcript.contains("started"))
    try await terminal.wait(for: "Dune> ")
    try terminal.type("edit notes\r")
    try await terminal.wait(for: "Press Enter to start it. ")
    try terminal.type("\r")
    try await terminal.wait(for: "started")
    try await terminal.wait(for: "is unchanged.")
  }

  @Test("A text that is only a hyphen empties the field, as a typed one does")
  func emptied() async throws {
    let terminal = try await notes(editor: "echo - > \"$1\"")
    try terminal.type("edit notes\r")
    try await terminal.wait(for: "Dune> ")
    try terminal.type("save\r")
    try await terminal.wait(for: "Dune> ")
    try terminal.type("quit\r")
    #expect(try await terminal.end() == 0)
    let shown = try await Program(arguments: ["--data-dir", disk.path, "--json"])
      .run("open booksapp://books/dune\nnotes\n")
    #expect(shown.output.contains(#""id":"notes""#))
    #expect(!shown.output.contains(#""text":"-""#))
  }

  @Test("A failed editor leaves the field unchanged, and the message says where the text is")
  func failing() async throws {
    let terminal = try await notes(editor: "echo typed > \"$1\"; stty raw -echo; exit 3")
    try terminal.type("edit notes\r")
    try await terminal.wait(for: "ended with status 3")
    try await terminal.wait(for: "Your text is in")
    try await terminal.wait(for: "Dune> ")
    try terminal.type("set notes\r")
    try await terminal.wait(for: "[a b\\]: ")
    try terminal.type("\u{3}\u{4}")
    try await terminal.wait(for: "Dune> ")
    try terminal.type("\u{4}")
    try await terminal.wait(for: "> ")
    try terminal.type("\u{4}")
    _ = try await terminal.end()
    #expect(terminal.echoes)
    #expect(drafts.count == 1)
    #expect(try text("\(drafts.first ?? "")/notes.txt") == "typed\n")
  }

  @Test(
    "An edited text that is too long or not UTF-8 is kept in its file",
    // The second file can be read, but the field takes less.
    arguments: [
      ("head -c 5000000 /dev/zero | tr '\\0' x", Data(repeating: 0x78, count: 5_000_000)),
      ("head -c 2000000 /dev/zero | tr '\\0' x", Data(repeating: 0x78, count: 2_000_000)),
      ("printf '\\377'", Data([0xFF])),
    ])
  func refused(script: String, written: Data) async throws {
    let terminal = try await notes(editor: "\(script) > \"$1\"")
    try terminal.type("edit notes\r")
    try await terminal.wait(for: "Your text is in")
    try await terminal.wait(for: "Dune> ")
    let draft = try #require(drafts.first)
    let kept = try Data(contentsOf: URL(filePath: "\(disk.path)/\(draft)/notes.txt")) == written
    #expect(kept && drafts.count == 1)
  }

  @Test("Closing the editor without a change leaves the field unchanged")
  func unchanged() async throws {
    // As long as a fast person takes.
    let terminal = try await notes(editor: "sleep 1.1")
    try terminal.type("edit notes\r")
    try await terminal.wait(for: "is unchanged.")
    try await terminal.wait(for: "Dune> ")
    #expect(drafts == [])
  }

  @Test("A text with control characters that the editor does not change stays as it was imported")
  func unchangedControls() async throws {
    let rows = "Title,Author,Exclusive Shelf,Private Notes\nZed,Ada,read,\"a\rb\u{1B}c\n\n\"\n"
    let imported = try await Program(
      arguments: ["--data-dir", disk.path, "import", "goodreads", "-"]
    ).run(rows)
    try #require(imported.status == 0, "\(imported.messages)")
    try Data("sleep 1.1".utf8).write(to: URL(filePath: "\(disk.path)/editor"))
    let terminal = try PseudoTerminal(
      Program.path, ["--data-dir", disk.path],
      environment: [
        "HOME": disk.path, "TMPDIR": disk.path, "VISUAL": "/bin/sh \(disk.path)/editor",
      ])
    try await terminal.type([
      ("Welcome> ", "skip-all"), ("Discover> ", "search zed"), ("Search> ", "1"),
      ("Zed> ", "notes"), ("Notes on Zed> ", "edit notes"),
    ])
    try await terminal.wait(for: "is unchanged.")
    #expect(drafts == [])
  }

  @Test("The file of an editor that only opens a window is kept, and a message says what to do")
  func windowed() async throws {
    let terminal = try await notes(editor: "exit 0")
    // On a busy machine even this one may run as long as one that a person uses; then it is tried again.
    for _ in 1...20 where drafts.isEmpty {
      try terminal.type("edit notes\r")
      try await terminal.wait(for: "is unchanged.")
      try await terminal.wait(for: "Dune> ")
    }
    #expect(drafts.count == 1)
    #expect(terminal.transcript.contains("set VISUAL so that"))
  }

  @Test("A signal that ends the program ends the editor, and the text stays in its file")
  func terminated() async throws {
    let terminal = try await notes(
      editor: """
        trap 'echo typed > "$1"; exit 1' TERM
        echo editing
        while :; do sleep 0.1; done
        """)
    try terminal.type("edit notes\r")
    try await terminal.wait(for: "editing")
    kill(terminal.process, SIGTERM)
    #expect(try await terminal.end() == 143)
    #expect(terminal.echoes)
    #expect(drafts.count == 1)
    #expect(try text("\(drafts.first ?? "")/notes.txt") == "typed\n")
  }

  @Test("The third signal ends the app although the editor does not end, and the terminal echoes")
  func stuck() async throws {
    let terminal = try await notes(
      editor: """
        trap 'echo heard' TERM
        stty -echo
        echo editing
        while :; do sleep 0.1; done
        """)
    try terminal.type("edit notes\r")
    try await terminal.wait(for: "editing")
    for _ in 1...2 {
      kill(terminal.process, SIGTERM)
      try await terminal.wait(for: "heard")
    }
    kill(terminal.process, SIGTERM)
    #expect(try await terminal.end() == 143)
    #expect(terminal.echoes)
    #expect(drafts.count == 1)
  }

  @Test("A script has no editor, and the error says what to type")
  func script() async throws {
    let shown = try await Program(arguments: ["--ephemeral"])
      .run("skip-all\nopen booksapp://books/dune\nwant\nnotes\nedit notes\n")
    #expect(shown.status == 1)
    #expect(shown.messages == "line 5: There is no editor here. Type: set notes TEXT\n")
  }
}
