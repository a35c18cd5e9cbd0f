import Foundation
import TestKit
import Testing

/// What a person names by mistake is one of the app's own files.
@Suite("An app that is given its own files")
@MainActor struct OwnFilesTests {
  @Test("writes no export and no backup over its own files, by whatever name")
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
      + backups.map { "backups/\($0)" }
    for file in names.map({ "\(disk.path)/\($0)" }) + [link] {
      for words in [["export", "json"], ["export", "goodreads"], ["backup"]] {
        let program = Program(arguments: words + [file, "--data-dir", disk.path])
        let result = try await program.run()
        #expect(result.status == 1 && result.messages.contains("keeps its things"), "\(file)")
      }
    }
    let shown = try await app.run("open booksapp://shelves/want-to-read\n")
    #expect(shown.output.contains("Dune"))
  }

  @Test("restores none of them that is no library, and says so", arguments: ["state", "embedded"])
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
    #expect(result.messages.contains("is no backup of this app"), "\(result.messages)")
    let shown = try await app.run("open booksapp://shelves/want-to-read\n")
    #expect(shown.output.contains("Dune"))
    #expect(!FileManager.default.fileExists(atPath: copy + "-shm"))
  }
}
