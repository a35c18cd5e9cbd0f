// Needs: Backups, Books, Onboarding, Transfers

import Core
import Services
import Foundation
import TestKit
import Testing

/// Malicious session files, replayed by the built program.
@Suite("Replaying a stranger's recording")
@MainActor struct StrangersRecordingTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  /// Creates a home folder with a file to overwrite, an app's data folder, and a pipe without a
  /// writer.
  private func makeHome() async throws {
    try Data("alias ll='ls -l'\n".utf8).write(to: URL(filePath: "\(disk.path)/.bashrc"))
    try Data("Title,Author\nThe Secret Diary,Me\n".utf8)
      .write(to: URL(filePath: "\(disk.path)/books.csv"))
    let own = Program(arguments: ["--data-dir", "\(disk.path)/own"])
    #expect(try await own.run("skip-all\nopen booksapp://books/dune\nwant\n").status == 0)
    try FileManager.default.copyItem(
      atPath: "\(disk.path)/own/library.sqlite", toPath: "\(disk.path)/copy.sqlite")
    try #require(mkfifo("\(disk.path)/pipe", 0o600) == 0)
  }

  private func play(_ text: String) async throws -> Program.Result {
    let file = try Disk()
    try Data(text.utf8).write(to: URL(filePath: "\(file.path)/evil.txt"))
    var program = Program(arguments: ["replay", "\(file.path)/evil.txt"])
    program.environment["HOME"] = disk.path
    program.environment["BOOKSAPP_DATA_DIR"] = "\(disk.path)/own"
    program.wrapper = ["/usr/bin/env", "-C", disk.path, "/usr/bin/timeout", "1000"]
    return try await program.run()
  }

  /// Returns the content of every file in the home folder except the pipe.
  private func home() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: disk.path) where name != "pipe"
    {
      files[name] = (try? Data(contentsOf: URL(filePath: "\(disk.path)/\(name)"))) ?? Data()
    }
    return files
  }

  @Test("A replayed recording changes no file by an export, import, backup or restore")
  func transfers() async throws {
    try await makeHome()
    let before = try home()
    for number in 1...6 {
      for file in [
        "~/.bashrc", "\(disk.path)/own/library.sqlite", "\(disk.path)/new.json", "~/books.csv",
        "~/copy.sqlite", "~/pipe",
      ] {
        let script = """
          skip-all
          open booksapp://books/dune
          finish
          open booksapp://transfers
          \(number)
          set file \(file)
          set files \(file)
          start
          \(number == 1 ? "restore" : "continue")
          show
          #| another screen
          """
        let result = try await play(script)
        // The difference is printed.
        let wasDry = result.output.contains("No file was read or written")
        #expect(wasDry && result.status == 1, "\(result.output)\(result.messages)")
        #expect(!(result.output + result.messages).contains("Secret Diary"))
      }
    }
    let after = try home()
    #expect(after.keys.sorted() == before.keys.sorted())
    #expect(after == before)
  }

  @Test("A replayed recording changes no file by the options of its first line")
  func header() async throws {
    try await makeHome()
    let before = try home()
    for header in [
      "--record \(disk.path)/recorded", "--data-dir \(disk.path)/elsewhere",
      "--data-dir \(disk.path)/own", "export json \(disk.path)/all.json",
      "backup \(disk.path)/all.sqlite", "replay \(disk.path)/books.csv",
    ] {
      _ = try await play("#! \(header)\nskip-all\nopen booksapp://books/dune\nwant\n")
    }
    #expect(try home() == before)
  }

  @Test("A replayed recording shows no file's content, and doesn't reveal whether a file exists")
  func reading() async throws {
    try await makeHome()
    let script = { (file: String) in
      """
      skip-all
      open booksapp://transfers
      2
      set file \(file)
      start
      done
      open booksapp://shelves/want-to-read
      #| no such screen
      """
    }
    let there = try await play(script("~/books.csv")).output
    let missing = try await play(script("~/nothing.csv")).output
    #expect(!there.contains("Secret Diary"))
    let parts = [there, missing].map { $0.drop { $0 != ":" } }
    #expect(parts[0] == parts[1])
  }

  @Test("A replayed recording doesn't reveal whether the working folder has a file named -")
  func dash() async throws {
    let script = "skip-all\nopen booksapp://transfers\n2\nset file '-'\nstart\n#| no such screen\n"
    let missing = try await play(script).output
    try Data("Title\nEmma\n".utf8).write(to: URL(filePath: "\(disk.path)/-"))
    let there = try await play(script).output
    #expect(missing.contains("No file was read or written"), "\(missing)")
    let parts = [there, missing].map { $0.drop { $0 != ":" } }
    #expect(parts[0] == parts[1])
  }

  @Test("A replayed recording with other screens writes no control characters to the terminal")
  func controls() async throws {
    let result = try await play("skip-all\n#| \u{1B}]0;pwned\u{7}\u{9B}2J\u{202E}gnp\n")
    #expect(result.status == 1)
    #expect(result.output.contains("pwned"))
    let harmful: [Unicode.Scalar] = ["\u{1B}", "\u{7}", "\u{9B}", "\u{202E}"]
    #expect(!result.output.unicodeScalars.contains { harmful.contains($0) })
  }

  @Test("A recording made with --ephemeral replays with the same screens, including its transfers")
  func recorded() async throws {
    let file = "\(disk.path)/a.session"
    let script = """
      skip-all
      open booksapp://transfers
      5
      set file \(disk.path)/all.json
      start
      done
      """
    let recorded = try await Program(
      arguments: ["--ephemeral", "--seed", "1", "--now", "2026-11-20", "--record", file]
    ).run(script)
    #expect(recorded.status == 0, "\(recorded.messages)")
    #expect(recorded.output.contains("No file was read or written"))
    #expect(!FileManager.default.fileExists(atPath: "\(disk.path)/all.json"))
    let replayed = try await Program(arguments: ["replay", file]).run()
    #expect(replayed.status == 0, "\(replayed.output)")
  }

  @Test("An export on the command line is written, unlike one in a replayed recording")
  func commandLine() async throws {
    let file = "\(disk.path)/all.json"
    let data = ["--data-dir", "\(disk.path)/data"]
    let words = "skip-all\nopen booksapp://books/dune\nwant\n"
    #expect(try await Program(arguments: data).run(words).status == 0)
    let result = try await Program(arguments: data + ["export", "json", file]).run()
    #expect(result.status == 0, "\(result.messages)")
    #expect(FileManager.default.fileExists(atPath: file))
  }
}
