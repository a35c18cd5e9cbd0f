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
}
