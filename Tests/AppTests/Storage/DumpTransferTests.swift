// Needs: Backups, Books, Transfers

import Files
import Services
import Foundation
import SQLiteStorage
import TestKit
import Testing

@testable import AppComposition

@Suite("The import of a dump as a transfer")
struct DumpTransferTests {
  @Test("The transfer reports imported and skipped records")
  func report() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("dump.txt")
    let work = #"{"key":"/works/OL1W","type":{"key":"/type/work"},"title":"A"}"#
    try Data("\(work)\nbad\n".utf8).write(to: URL(filePath: path))
    let database = try SQLiteMemoryDatabase()
    let transfer = DumpTransfer.make(into: { database })
    let report = try await transfer.run(Transfer.Request(files: [path], owner: .guest)) { _ in }
    #expect(report.summary == "The catalogue now has 1 book.")
    #expect(report.rejections.map(\.line) == [2])
    #expect(report.rejectionCount == 1)
    #expect(transfer.takesSeveralFiles)
  }

  @Test("The summary says that the old catalogue could not be removed")
  func leftover() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("dump.txt")
    let work = #"{"key":"/works/OL1W","type":{"key":"/type/work"},"title":"A"}"#
    try Data(work.utf8).write(to: URL(filePath: path))
    let database = try SQLiteMemoryDatabase()
    let transfer = DumpTransfer.make(into: { database })
    let request = Transfer.Request(files: [path], owner: .guest)
    _ = try await transfer.run(request) { _ in }
    try database.write("making an obstacle") { transaction throws(StorageError) in
      try transaction.execute("DROP TABLE featured_a")
      // SQLite does not delete it as a table.
      try transaction.execute("CREATE VIEW featured_a AS SELECT 1")
    }
    let summary = try await transfer.run(request) { _ in }.summary
    #expect(summary.hasPrefix("The catalogue now has 1 book. The old one could not be removed."))
    #expect(summary.hasSuffix("The next import removes it."))
  }

  @Test("A refused dump says what is wrong and what helps")
  func refused() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("dump.txt")
    try Data("no record\nnone\n".utf8).write(to: URL(filePath: path))
    let packed = folder.file("cut.gz")
    try Data([0x1F, 0x8B, 8, 0]).write(to: URL(filePath: packed))
    let database = try SQLiteMemoryDatabase()
    let transfer = DumpTransfer.make(into: { database })
    func refusal(of path: String) async -> TransferError? {
      await #expect(throws: TransferError.self) {
        _ = try await transfer.run(Transfer.Request(files: [path], owner: .guest)) { _ in }
      }
    }
    #expect(
      await refusal(of: path)
        == .format(
          "There are no works in these files (lines that can't be read: 2). Add ol_dump_works."))
    #expect(
      await refusal(of: packed) == .file("“\(packed)” is damaged or cut off. Download it again."))
  }
}
