// Needs: Backups, Books, Onboarding, Transfers

import Core
import Services
import Foundation
import TestKit
import Testing

/// A user names one of the app's own files by mistake.
@Suite("An app given one of its own files")
@MainActor struct OwnFilesTests {
  @Test("No export or backup overwrites the app's own files, whatever name leads to them")
  func ownFiles() async throws {
    let disk = try Disk()
    let app = Program(arguments: ["--data-dir", disk.path])
    #expect(try await app.run("skip-all\nopen booksapp://books/dune\nwant\n").status == 0)
    let link = "\(disk.path)/link.json"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "\(disk.path)/library.sqlite")
    let backups = try FileManager.default.contentsOfDirectory(atPath: "\(disk.path)/backups")
    #expect(!backups.isEmpty)
    let names =
      ["library.sqlite", "library.sqlite-wal", "state.sqlite", "embedded.sqlite-journal"]
      + ["catalogue.sqlite", "catalogue.sqlite-importing", "backups/mine.sqlite"]
      + ["answers.sqlite", "library-damaged-1.sqlite", "booksapp.log", "booksapp.history"]
      + backups.map { "backups/\($0)" }
    for file in names.map({ "\(disk.path)/\($0)" }) + [link] {
      for words in [["export", "json"], ["export", "goodreads"], ["backup"]] {
        let program = Program(arguments: words + [file, "--data-dir", disk.path])
        let result = try await program.run()
        #expect(
          result.status == 1 && result.messages.contains("one of the app's own files"), "\(file)")
      }
    }
    let shown = try await app.run("open booksapp://shelves/want-to-read\n")
    #expect(shown.output.contains("Dune"))
  }

  /// Returns the app's files by their names, symbolic links and hard links.
  private func names(_ disk: Disk) throws -> [String] {
    let manager = FileManager.default
    var names = ["library.sqlite", "library.sqlite-wal", "library.sqlite-shm", "state.sqlite"]
    for name in names {
      try manager.linkItem(
        atPath: "\(disk.path)/\(name)", toPath: "\(disk.path)/hard-\(name)")
      try manager.createSymbolicLink(
        atPath: "\(disk.path)/soft-\(name)", withDestinationPath: "hard-\(name)")
      names += ["hard-\(name)", "soft-\(name)"]
    }
    return names.map { "\(disk.path)/\($0)" }
  }

  @Test(
    "An app given its own files for transfers keeps its locks and loses no confirmed book",
    .enabled(if: ProcessLocks.areListed))
  func locks() async throws {
    let disk = try Disk()
    func add(_ title: String) -> String {
      "tab search\nhome\nadd\nset title \(title)\nset author Ada\nsave\n"
    }
    let program = Program(arguments: ["--data-dir", disk.path, "--keep-going"])
    let window = try ProgramWindow(program)
    try await window.type("skip-all\n\(add("First"))tab statistics\n", until: "[Statistics]")
    let library = "\(disk.path)/library.sqlite"
    let before = window.locks(on: library)
    #expect(!before.isEmpty)
    let attempts = try names(disk).flatMap { file in
      (1...6).map {
        "open booksapp://transfers\n\($0)\nset file \(file)\nstart\n"
          + ($0 == 1 ? "restore\n" : "continue\n")
      }
    }
    let said = try await window.type(
      attempts.joined() + "tab statistics\n", until: "[Statistics]")
    let refusals = (said?.components(separatedBy: "! “").count ?? 0) - 1
    #expect(refusals == attempts.count, "\(refusals) of \(attempts.count)")
    #expect(window.locks(on: library) == before)
    // A library with a second name is not opened.
    for name in try disk.files().keys where name.hasPrefix("hard-") {
      try FileManager.default.removeItem(atPath: "\(disk.path)/\(name)")
    }
    #expect(try await program.run(add("Second")).status == 0)
    try await window.type("\(add("Third"))tab statistics\n", until: "[Statistics]")
    #expect(try await program.run(add("Fourth")).status == 0)
    await window.kill()
    let file = "\(disk.path)/out.csv"
    let export = Program(arguments: ["export", "goodreads", file, "--data-dir", disk.path])
    #expect(try await export.run().status == 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    for title in ["First", "Second", "Third", "Fourth"] {
      #expect(text.contains(title), "\(title)")
    }
  }

  @Test("An automatic backup is restored by its path, on the command line and on the screen")
  func automaticBackup() async throws {
    let disk = try Disk()
    for (day, script) in [
      ("2026-11-19", "skip-all\nopen booksapp://books/dune\nwant\n"),
      ("2026-11-20", "open booksapp://books/solaris\nopen booksapp://shelves/want-to-read\n"),
      ("2026-11-20", "open booksapp://books/emma\nwant\n"),
    ] {
      let program = Program(arguments: ["--data-dir", disk.path, "--now", day])
      #expect(try await program.run(script).status == 0)
    }
    let name = try #require(try disk.files().keys.first { $0.hasSuffix("-2026-11-20.sqlite") })
    let backup = "\(disk.path)/\(name)"
    let arguments = ["--data-dir", disk.path, "--yes", "restore", backup]
    let restored = try await Program(arguments: arguments).run()
    #expect(restored.status == 0, "\(restored.messages)")
    let window = try await disk.window()
    await window.open("booksapp://shelves/want-to-read")
    #expect(window.rows == ["Dune"])
    await window.open("booksapp://books/emma")
    await window.tap("want")
    await window.open("booksapp://transfers")
    await window.choose("Restore a backup")
    await window.fill("file", backup)
    await window.tap("start")
    await window.tap("restore")
    await window.session.settleAll()
    await window.open("booksapp://shelves/want-to-read")
    #expect(window.rows == ["Dune"])
    await disk.end(window)
  }

  @Test("No export or recording takes the place of the backup folder, even before it exists")
  func backupFolder() async throws {
    let disk = try Disk()
    let backups = "\(disk.path)/backups"
    let export = Program(arguments: ["export", "json", backups, "--data-dir", disk.path, "--force"])
    #expect(try await export.run().messages.contains("is one of the app's own files"))
    let recorded = Program(arguments: ["--data-dir", disk.path, "--record", backups])
    #expect(try await recorded.run("quit\n").status != 0)
    #expect(!FileManager.default.fileExists(atPath: backups))
    let elsewhere = Program(arguments: ["--ephemeral", "--record", backups])
    #expect(try await elsewhere.run("quit\n").status == 0)
  }

  @Test(
    "An export or a backup replaces no database in another folder, also with --ephemeral",
    arguments: [["--data-dir", "other"], ["--ephemeral"]])
  func otherFolder(_ options: [String]) async throws {
    let (disk, other) = (try Disk(), try Disk())
    let words = "skip-all\nopen booksapp://books/dune\nwant\n"
    #expect(try await Program(arguments: ["--data-dir", disk.path]).run(words).status == 0)
    let backup = try #require(disk.files().keys.first { $0.hasPrefix("backups/library-") })
    let before = try disk.files()
    let options = options.map { $0 == "other" ? other.path : $0 }
    for name in ["library.sqlite", "state.sqlite", "embedded.sqlite", backup] {
      for command in [["export", "json"], ["export", "goodreads"], ["backup"]] {
        let result = try await Program(
          arguments: command + ["\(disk.path)/\(name)", "--force"] + options
        ).run()
        #expect(result.status == 1, "\(command) \(name)")
        #expect(try disk.files() == before, "\(command) \(name)")
      }
    }
    let mine = "\(other.path)/mine.sqlite"
    let own = Program(arguments: ["backup", mine, "--data-dir", disk.path, "--force"])
    for _ in 1...2 { #expect(try await own.run().status == 0, "a backup replaces a backup") }
    let export = Program(arguments: ["export", "json", mine, "--data-dir", disk.path])
    let refused = try await export.run().messages
    #expect(refused.contains("” is a database. An export never replaces a database"), "\(refused)")
  }

  @Test(
    "A restore refuses a copy of one of the app's own files that isn't a library",
    arguments: ["state", "embedded"])
  func restored(name: String) async throws {
    let disk = try Disk()
    let app = Program(arguments: ["--data-dir", disk.path])
    let words = "skip-all\nopen booksapp://books/dune\nwant\n"
    #expect(try await app.run(words).status == 0)
    let copy = "\(disk.path)/copy.sqlite"
    try FileManager.default.copyItem(atPath: "\(disk.path)/\(name).sqlite", toPath: copy)
    let restoring = Program(arguments: ["restore", copy, "--yes", "--data-dir", disk.path])
    let result = try await restoring.run()
    #expect(result.status == 1)
    #expect(result.messages.contains("isn't a backup of this app"), "\(result.messages)")
    let shown = try await app.run("open booksapp://shelves/want-to-read\n")
    #expect(shown.output.contains("Dune"))
    #expect(!FileManager.default.fileExists(atPath: copy + "-shm"))
  }
}
