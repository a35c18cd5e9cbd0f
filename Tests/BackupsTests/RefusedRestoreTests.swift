import Core
import Files
import Foundation
import Services
import SQLiteStorage
import TestKit
import Testing

@testable import Backups

@Suite("A restore of a file that can't be restored")
@MainActor struct RefusedRestoreTests {
  private let world: BackupWorld
  private let remedy = "Nothing was changed; choose another file."

  init() throws { world = try BackupWorld() }

  /// Returns the text with which a file is refused.
  private func refusal(of path: String, in window: BackupWorld.Window) async -> String {
    switch await world.run("restore", [path], in: window) {
    case .failure(.file(let text)), .failure(.format(let text)): text
    case let result: "\(result)"
    }
  }

  @Test("A restore of another program's database names the file, the reason and a remedy")
  func otherProgram() async throws {
    let theirs = world.folder.file("theirs.sqlite")
    try SQLiteConnection(path: theirs, mode: .copy).run("CREATE TABLE theirs (a)")
    try await world.app { _, window in
      let said = await refusal(of: theirs, in: window)
      #expect(said.hasPrefix("“\(theirs)” can't be read as a backup ("), "\(said)")
      #expect(said.hasSuffix("is a database of another program). \(remedy)"), "\(said)")
    }
  }

  @Test("A restore of a file with another program's unfinished change says to open it there")
  func unfinished() async throws {
    let (copy, file) = (world.folder.file("copy.sqlite"), world.folder.file("unfinished.sqlite"))
    try await world.app { app, window in
      await app.tap("add", "Bear")
      _ = try await world.run("backup", [copy], in: window).get()
      // What does not fit into the memory is in the file before the change ends.
      let connection = try SQLiteConnection(path: copy, mode: .copy)
      try connection.run("PRAGMA cache_size=10")
      try connection.run("BEGIN")
      try connection.run(
        """
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 200)
        INSERT INTO toys SELECT n || hex(zeroblob(2500)) FROM numbers
        """)
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: copy + suffix, toPath: file + suffix)
      }
      try connection.run("ROLLBACK")
      let said = await refusal(of: file, in: window)
      let why = "another program did not close it properly; open it there first"
      #expect(said == "“\(file)” can't be read as a backup (\(why)). \(remedy)")
    }
  }

  @Test("A restore whose damage is found only in the copy names the file and a remedy")
  func damagedCopy() async throws {
    let file = world.folder.file("copy.sqlite")
    try Data("a backup".utf8).write(to: URL(filePath: file))
    let keeper = StubKeeper(restoring: { _, _, _ throws(StorageError) in
      throw .damaged("row 1 missing from index toys")
    })
    let services = BackupsServices(
      .test(), keeper: keeper, store: MemoryKeyValueStore(), describe: { $0 })
    let said = "“\(file)” isn't a backup of this app, or it is damaged. \(remedy)"
    await #expect(throws: TransferError.format(said)) {
      try await BackupTransfer.restore(services).run(
        Transfer.Request(files: [file], owner: .guest)
      ) { _ in }
    }
  }
}
