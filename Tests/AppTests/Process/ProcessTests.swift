// Needs: Books, Onboarding, Transfers

import Core
import Services
import Foundation
import TestKit
import Testing

/// Signals, descriptors and child processes of the built program.
@Suite("The process")
@MainActor struct ProcessTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  private func program(_ arguments: [String], shell: String) -> Program {
    var program = Program(arguments: arguments)
    program.wrapper = ["/bin/sh", "-c", shell]
    return program
  }

  @Test(
    "The app continues after signals that its parent ignores, as with nohup", arguments: [1, 2])
  func ignored(signal: Int32) async throws {
    let program = program(
      ["--data-dir", disk.path], shell: #"trap "" HUP INT; exec "$0" "$@""#)
    let result = try await program.signal(
      signal, after: "skip-all\n", lines: 20, then: "open booksapp://books/dune\nwant\n")
    #expect(result.status == 0, "\(result.messages)")
    #expect(result.output.contains("want-to-read") || result.output.contains("Dune"))
  }

  @Test("A transfer continues after signals that the app's parent ignores", arguments: [1, 2])
  func ignoredTransfer(signal: Int32) async throws {
    let pipe = "\(disk.path)/dump.txt"
    try #require(mkfifo(pipe, 0o600) == 0)
    let program = program(
      ["import", "openlibrary-dump", pipe, "--data-dir", disk.path],
      shell: #"trap "" HUP INT; exec "$0" "$@""#)
    let result = try await program.signal(
      signal, onceReading: pipe,
      then: "/type/work\t/works/OL1W\t1\t2020-01-01\t{\"title\": \"One\"}\n")
    #expect(result.status == 0, "\(result.messages)")
  }

  @Test(
    "The app ends with status 1 if its output can't be written",
    arguments: [
      ["--help"], ["--version"], ["--ephemeral"], ["--ephemeral", "--json"],
      ["--ephemeral", "import", "goodreads", "books.csv"],
      ["--ephemeral", "import", "goodreads", "-"],
    ])
  func fullOutput(_ arguments: [String]) async throws {
    let file = "\(disk.path)/books.csv"
    try Data("Title\nEmma\n".utf8).write(to: URL(filePath: file))
    let arguments = arguments.map { $0 == "books.csv" ? file : $0 }
    let program = program(arguments, shell: #"exec "$0" "$@" > /dev/full"#)
    let isPipe = arguments.last == "-"
    let result = try await program.run(isPipe ? "Title\nEmma\n" : "skip-all\n")
    #expect(result.status == 1)
    #expect(result.messages.contains("The output can't be written"), "\(result.messages)")
  }

  @Test("The app ends quietly if the reader of its output ends", arguments: [[], ["--json"]])
  func unreadOutput(_ options: [String]) async throws {
    var program = Program(arguments: ["--ephemeral"] + options)
    program.wrapper = ["/bin/bash", "-c", #""$0" "$@" | head -n 1; exit ${PIPESTATUS[0]}"#]
    // Much more than a pipe takes.
    let result = try await program.run("skip-all\n" + String(repeating: "show\n", count: 1000))
    #expect(result.status == 0 && result.messages == "", "\(result.status) \(result.messages)")
    #expect(result.output.count { $0 == "\n" } == 1)
  }

  @Test(
    "A subcommand ends quietly if the reader of its output ends",
    arguments: [["help"], ["manual"], ["--version"], ["completions", "bash"], ["map"]])
  func unreadSubcommand(_ arguments: [String]) async throws {
    var program = Program(arguments: arguments)
    // The reader has ended before anything is written.
    program.wrapper = [
      "/bin/bash", "-c", #"exec 3> >(exit); wait $!; "$0" "$@" >&3; echo $? >&2"#,
    ]
    let result = try await program.run("")
    #expect(result.messages == "0\n")
  }

  @Test(
    "The app refuses paths that are not UTF-8, with status 2",
    arguments: [
      (#"exec "$0" "$@" export json "$name""#, "Argument 5, “a\u{FFFD}”, is not UTF-8 text."),
      (#"exec "$0" "$@" --data-dir "$name""#, "Argument 4, “a\u{FFFD}”, is not UTF-8 text."),
      (#"BOOKSAPP_DATA_DIR="$name" exec "$0" "$@""#, "BOOKSAPP_DATA_DIR is not UTF-8 text."),
      (#"XDG_STATE_HOME="/$name" exec "$0" "$@""#, "XDG_STATE_HOME is not UTF-8 text."),
    ])
  func strangeBytes(_ shell: String, _ message: String) async throws {
    let start = #"cd "$HOME" && name=$(printf 'a\351') && "#
    var program = program(["--now", "2026-11-20"], shell: start + shell)
    program.environment["HOME"] = disk.path
    let result = try await program.run("skip-all\n")
    #expect(result.status == 2)
    #expect(result.messages.hasPrefix("BooksApp: \(message)"), "\(result.messages)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
  }

  @Test("The app refuses a relative data folder in a current folder that was deleted")
  func deletedFolder() async throws {
    let shell = #"cd "$HOME" && mkdir a && cd a && rmdir ../a && exec "$0" "$@""#
    var program = program(["--data-dir", "..no-such-folder"], shell: shell)
    program.environment["HOME"] = disk.path
    let result = try await program.run("skip-all\n")
    #expect(result.status == 1)
    #expect(result.messages.contains("the current folder no longer exists"), "\(result.messages)")
  }

  @Test("An import of standard input works with any umask, and its temporary folder is private")
  func closedUmask() async throws {
    // The folder is looked at when its file is there.
    let shell = #"""
      exec 3> "$TMPDIR/modes"; umask 0777
      { for try in $(seq 30000); do ls "$TMPDIR"/*-transfer.*/file.* > /dev/null 2>&1 && break; sleep 0.02; done
        stat -c %a "$TMPDIR"/*-transfer.* "$TMPDIR"/*-transfer.*/file.* >&3
        printf 'Title\nEmma\n'; } | "$0" "$@"
      """#
    var program = program(["--ephemeral", "import", "goodreads", "-"], shell: shell)
    program.environment["TMPDIR"] = disk.path
    let result = try await program.run()
    #expect(result.status == 0, "\(result.messages)")
    #expect(try String(contentsOfFile: "\(disk.path)/modes", encoding: .utf8) == "700\n600\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["modes"])
  }

  @Test("The app opens none of its files as a closed standard output", arguments: [1, 2])
  func closed(descriptor: Int) async throws {
    let recording = "\(disk.path)/a.session"
    let program = program(
      ["--ephemeral", "--record", recording, "--now", "2026-11-20"],
      shell: #"exec "$0" "$@" \#(descriptor)>&-"#)
    _ = try await program.run("skip-all\nno-such-word\n")
    let lines = try String(contentsOfFile: recording, encoding: .utf8).split(separator: "\n")
    let own = ["skip-all", "no-such-word"]
    #expect(lines.allSatisfy { $0.hasPrefix("#") || own.contains(String($0)) })
  }

  @Test("The app reads none of its files as a closed standard input")
  func closedInput() async throws {
    let program = program(["--data-dir", disk.path], shell: #"exec "$0" "$@" <&-"#)
    let result = try await program.run()
    #expect(result.status == 1)
    #expect(result.messages.contains("The input can't be read"), "\(result.messages)")
  }

  @Test("A packed dump is imported, even if the app's parent ignores the ends of its children")
  func ignoredChildren() async throws {
    let dump = "\(disk.path)/works.txt"
    let work = #"{"key":"/works/OL1W","type":{"key":"/type/work"},"title":"A"}"#
    try Data("\(work)\n".utf8).write(to: URL(filePath: dump))
    #expect(try await ChildProcess("/usr/bin/env", ["gzip", "--", dump]).end() == 0)
    var program = Program(
      arguments: ["import", "openlibrary-dump", "\(dump).gz", "--data-dir", disk.path])
    program.wrapper = ["/usr/bin/env", "--ignore-signal=CHLD"]
    let result = try await program.run()
    #expect(result.status == 0, "\(result.messages)")
  }

  @Test("The app starts its children with the default signal handling")
  func children() async throws {
    let tool = "\(disk.path)/gzip"
    try Data("#!/bin/sh\nexec /bin/grep -E '^Sig(Blk|Ign)' /proc/self/status > $0.signals\n".utf8)
      .write(to: URL(filePath: tool))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: tool)
    let dump = "\(disk.path)/dump.gz"
    try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0]).write(to: URL(filePath: dump))
    var program = Program(arguments: ["import", "openlibrary-dump", dump, "--data-dir", disk.path])
    program.environment["PATH"] = "\(disk.path):/usr/bin:/bin"
    _ = try await program.run()
    let signals = try String(contentsOfFile: "\(tool).signals", encoding: .utf8)
    let sets = signals.split(separator: "\n").map { UInt64($0.suffix(16), radix: 16) ?? .max }
    // Signals above 31 are reserved by the C library.
    #expect(sets.count == 2 && sets.allSatisfy { $0 & 0x7FFF_FFFF == 0 }, "\(signals)")
  }
}
