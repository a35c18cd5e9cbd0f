import Core
import Files
import Foundation
import Services
import TestKit
import Testing

@testable import Backups

@Suite("A new backup")
@MainActor struct NewBackupTests {
  private let world: BackupWorld

  init() throws { world = try BackupWorld() }

  @Test("A new backup replaces no file that appears during the copy, and the error says so")
  func appearing() async throws {
    let copy = world.folder.file("copy.sqlite")
    let files = [copy, "\(copy)-wal"]
    try await world.app { app, window in
      await app.tap("add", "Bear")
      let backUp = try #require(window.transfers.first { $0.id == "backup" })
      let request = Transfer.Request(files: [copy], owner: .guest)
      await #expect(throws: TransferError.exists(copy)) {
        try await backUp.run(request) { _ in
          for file in files {
            _ = FileManager.default.createFile(atPath: file, contents: Data("other".utf8))
          }
        }
      }
    }
    for file in files { #expect(try String(contentsOfFile: file, encoding: .utf8) == "other") }
    let left = try world.files().filter { $0.hasPrefix("copy") }
    #expect(left.sorted() == ["copy.sqlite", "copy.sqlite-wal"])
  }

  @Test("A file with the name of a new backup's log that appears during the copy is not deleted")
  func appearingLog() async throws {
    let (copy, log) = (world.folder.file("copy.sqlite"), world.folder.file("copy.sqlite-wal"))
    try await world.app { app, window in
      await app.tap("add", "Bear")
      let backUp = try #require(window.transfers.first { $0.id == "backup" })
      let request = Transfer.Request(files: [copy], owner: .guest)
      let refused = TransferError.file(
        "“\(copy)” can't be written: SQLite would take “\(log)” for a part of it."
          + " Move that file, or choose another name.")
      await #expect(throws: refused) {
        try await backUp.run(request) { _ in
          _ = FileManager.default.createFile(atPath: log, contents: Data("other".utf8))
        }
      }
    }
    #expect(try String(contentsOfFile: log, encoding: .utf8) == "other")
    #expect(try world.files().filter { $0.hasPrefix("copy") } == ["copy.sqlite-wal"])
  }

  @Test("A backup that fails names its file, whatever its name, and a remedy once")
  func failing() async throws {
    let folder = world.folder.file(String(repeating: "folder", count: 40))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let long = "\(folder)/\(String(repeating: "long", count: 40)).sqlite"
    let problem = FileProblem.brokenDisk(long).description
    let reason = "making a backup: the disk can't be read or written (8458); check the disk"
    let cases: [(String, String, String?)] = [
      ("b", reason, "“b” can't be written (\(reason)). Choose another file, or try again later."),
      ("b", "b is on a read-only disk; choose another folder", nil), (long, problem, nil),
    ]
    for (file, why, said) in cases {
      let keeper = StubKeeper(backingUp: { () throws(StorageError) in throw .unavailable(why) })
      let services = BackupsServices(
        .test(), keeper: keeper, store: MemoryKeyValueStore(), describe: { $0 })
      await #expect(throws: TransferError.file(said ?? why)) {
        try await BackupTransfer.backUp(services).run(
          Transfer.Request(files: [file], owner: .guest)
        ) { _ in }
      }
    }
  }
}
