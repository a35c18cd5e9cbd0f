import Files
import Foundation
import Testing

@testable import Books

@Suite("Cancelling an export for Goodreads")
struct GoodreadsCancelledTests {
  @Test("An export that is cancelled in its middle keeps the old file, and leaves no other")
  func cancelled() async throws {
    let scene = try GoodreadsScene()
    let review = String(repeating: "x", count: 2000)
    try await scene.importFile(
      (1...300).map { "\($0),Book \($0),\(review)" }, header: "Book Id,Title,My Review")
    let path = try scene.write("mine", "out.csv")
    let files = try FileManager.default.contentsOfDirectory(atPath: scene.folder)
    let task = Task {
      try await scene.exporting.run(
        Transfer.Request(files: [path], owner: scene.owner, replaces: true)
      ) { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: TransferError.cancelled) { try await task.value }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder) == files)
  }
}
