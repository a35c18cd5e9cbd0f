// Needs: Books, Onboarding

import Foundation
import TestKit
import Testing

/// Recordings of the built program on a disk that is full.
@Suite("A recording for which there is no room")
@MainActor struct FullRecordingTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  @Test("A recording without room ends with status 1, and the earlier one is left as it was")
  func full() async throws {
    let path = "\(disk.path)/a.session"
    let program = Program(arguments: ["--ephemeral", "--record", path])
    #expect(try await program.run("skip-all\n").status == 0)
    let earlier = try Data(contentsOf: URL(filePath: path))
    let script = "skip-all\n" + String(repeating: "show\n", count: 40)
    let result = try await program.limited(toBlocks: 8).run(script)
    #expect(result.status == 1)
    #expect(result.messages.contains("can't be written: File too large."), "\(result.messages)")
    #expect(result.output.contains("Discover"))
    #expect(try Data(contentsOf: URL(filePath: path)) == earlier)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["a.session"])
  }
}
