import Foundation
import TestKit
import Testing

@Suite("A child process") struct ChildProcessTests {
  @Test("Writing to a process that has ended is an error, and does not end the tests")
  func closedPipe() throws {
    let process = try ChildProcess("/bin/true")
    #expect(process.waitForEnd() == 0)
    #expect(throws: (any Error).self) { try process.input.write(contentsOf: Data("text".utf8)) }
  }
}
