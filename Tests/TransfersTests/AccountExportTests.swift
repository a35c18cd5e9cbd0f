import Core
import Accounts
import Files
import Services
import Foundation
import TestKit
import Testing

@testable import Transfers

@Suite("Everything as JSON")
struct AccountExportTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("all.json") }

  init() throws { folder = try TemporaryFolder() }

  private struct Part: AccountData {
    let name: String
    var json: String?
    var error: StorageError?

    func summary(of owner: Owner) async throws(StorageError) -> String? { nil }
    func export(of owner: Owner) async throws(StorageError) -> Data? {
      if let error { throw error }
      return json.map { Data($0.utf8) }
    }
    func move(
      from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
    ) throws(StorageError) {}
    func erase(
      _ owner: Owner, in transaction: (any DatabaseTransaction)?
    ) throws(StorageError) {}
  }

  private func transfer(_ parts: [Part]) -> Transfer {
    AccountExportTransfer.make { parts }
  }

  private func write(_ parts: [Part]) async throws -> TransferReport {
    try await transfer(parts).run(
      Transfer.Request(files: [path], owner: .guest)
    ) { _ in }
  }

  @Test("Each feature's data is under its name; empty data is left out")
  func joins() async throws {
    let report = try await write([
      Part(name: "b \"x\"", json: "[1, 2]"), Part(name: "nothing"),
      Part(name: "a", json: "{\"c\": null}"),
    ])
    #expect(report.summary == "Exported everything (40 bytes). Account: guest.")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == "{\n\"a\": {\"c\": null},\n\"b \\\"x\\\"\": [1, 2]\n}\n")
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
  }

  @Test(
    "The report has the size of the file, in the largest unit that fits",
    arguments: [
      (990, "1.0 kB"), (985, "995 bytes"), (9490, "9.5 kB"), (999_930, "999.9 kB"),
      (999_940, "1.0 MB"), (1_250_000, "1.3 MB"),
    ])
  func size(length: Int, size: String) async throws {
    // At once; a string that is repeated is appended letter by letter.
    let letters = [UInt8](repeating: UInt8(ascii: "x"), count: length - 2)
    let json = "\"\(String(decoding: letters, as: UTF8.self))\""
    let report = try await write([Part(name: "a", json: json)])
    #expect(report.summary == "Exported everything (\(size)). Account: guest.")
  }

  @Test("Without data an existing file stays as it is, and no file is made")
  func empty() async throws {
    await #expect(throws: TransferError.nothingToExport(account: "guest")) {
      _ = try await self.write([])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    _ = try await write([Part(name: "a", json: "1")])
    await #expect(throws: TransferError.nothingToExport(account: "guest")) {
      _ = try await self.write([Part(name: "nothing")])
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == "{\n\"a\": 1\n}\n")
  }

  @Test("A cancelled export leaves the old file, even if all data is collected")
  func cancelled() async throws {
    _ = try await write([Part(name: "a", json: "1")])
    let transfer = self.transfer([Part(name: "a", json: "2")])
    let request = Transfer.Request(files: [path], owner: .guest)
    let exporting = Task {
      try await transfer.run(request) { progress in
        if progress.step == TransfersText.writing { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: TransferError.cancelled) { _ = try await exporting.value }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == "{\n\"a\": 1\n}\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["all.json"])
  }

  @Test("A path that can't be written is refused before the data is collected")
  func unwritable() async throws {
    let (path, transfer) = (folder.path, transfer([Part(name: "a", error: .full)]))
    await #expect(throws: TransferError(FileProblem.isFolder(path))) {
      try await transfer.run(Transfer.Request(files: [path], owner: .guest)) { _ in }
    }
  }

  @Test("A file that appears during the export is not replaced")
  func appearing() async throws {
    let path = self.path
    let transfer = self.transfer([Part(name: "a", json: "1")])
    await #expect(throws: TransferError.exists(path)) {
      try await transfer.run(Transfer.Request(files: [path], owner: .guest)) { _ in
        _ = FileManager.default.createFile(atPath: path, contents: Data("other".utf8))
      }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "other")
  }

  @Test("If a part can't be read, no file is written")
  func fails() async throws {
    await #expect(throws: TransferError.storage(.full)) {
      _ = try await self.write([Part(name: "a", json: "1"), Part(name: "b", error: .full)])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }
}
