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
    #expect(report.rejections.map(\.line) == [2] && report.rejections.map(\.file) == [nil])
    #expect(report.rejectionCount == 1)
    #expect(transfer.takesSeveralFiles)
  }

  @Test("The report of several files names the file of a skipped line, and counts each kind")
  func severalFiles() async throws {
    let folder = try TemporaryFolder()
    func record(_ key: String, _ type: String, _ rest: String) -> String {
      #"{"key":"\#(key)","type":{"key":"/type/\#(type)"}\#(rest)}"#
    }
    let edition = #","works":[{"key":"/works/OL1W"}]"#
    var lines = [record("/works/OL1W", "work", #","title":"A""#)]
    lines += (1...2).map { record("/authors/OL\($0)A", "author", #","name":"B""#) }
    lines += (1...3).map { record("/books/OL\($0)M", "edition", edition) }
    lines += (1...4).map { record("/works/OL9\($0)W", "delete", "") }
    lines += (1...4).map { record("/page\($0)", "page", "") }
    // An edition without a work is no book's.
    lines.append(record("/books/OL9M", "edition", ""))
    let texts = ["a.txt": lines, "b.txt": ["bad"]]
    for (name, lines) in texts {
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: folder.file(name)))
    }
    let database = try SQLiteMemoryDatabase()
    let transfer = DumpTransfer.make(into: { database })
    let files = texts.keys.map { folder.file($0) }
    let report = try await transfer.run(Transfer.Request(files: files, owner: .guest)) { _ in }
    let counts = [
      TransferReport.Count("Works", 1), TransferReport.Count("Authors", 2),
      TransferReport.Count("Editions", 3), TransferReport.Count("Redirects and removed records", 4),
      TransferReport.Count("Records that belong to no book", 5),
    ]
    #expect(report.counts == counts)
    #expect(report.rejections.map(\.line) == [1])
    #expect(report.rejections.first?.file?.hasSuffix("/b.txt") == true)
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
