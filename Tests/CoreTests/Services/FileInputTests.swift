import Files
import Foundation
import TestKit
import Testing

@Suite("Reading a file that a user named", .timeLimit(.minutes(60)))
struct FileInputTests {
  @Test("Reading a file that has no data yet ends when its task is cancelled, too")
  func silentFile() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let pipe = folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    // A pipe in the place of a file of the system, which may keep its reader waiting.
    let descriptor = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let reading = Task.detached { () -> Result<[UInt8], FileProblem> in
      let input = FileInput(descriptor: descriptor, name: "log", limit: 100, size: 0)
      do throws(FileProblem) { return .success(try input.read()) } catch { return .failure(error) }
    }
    reading.cancel()
    #expect(await reading.value == .failure(.cancelled))
  }
}
