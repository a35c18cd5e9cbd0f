import Files
import Foundation
import Synchronization
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
    let folder = scene.folder
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    let task = Task {
      try await scene.exporting.run(
        Transfer.Request(files: [path], owner: scene.owner, replaces: true)
      ) { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: TransferError.cancelled) { try await task.value }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == files)
  }

  @Test("An export that is cancelled while it prepares books writes nothing")
  func preparing() async throws {
    let scene = try GoodreadsScene()
    try await scene.importFile((1...600).map { "\($0),Book \($0)" }, header: "Book Id,Title")
    let path = scene.path("out.csv")
    let task = Task { () -> [String] in
      let steps = Mutex<[String]>([])
      await #expect(throws: TransferError.cancelled) {
        try await scene.exporting.run(Transfer.Request(files: [path], owner: scene.owner)) {
          progress in
          steps.withLock { $0.append(progress.step) }
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      return steps.withLock { $0 }
    }
    #expect(await task.value == ["Preparing the books"])
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
