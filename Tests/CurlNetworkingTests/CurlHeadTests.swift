import HTTP
import Testing

@testable import CurlNetworking

@Suite("The lines of a response's header")
struct CurlHeadTests {
  /// Returns the lines of the final response, or nil if they are not complete.
  private func lastHead(_ lines: [String]) throws -> String? {
    var head = CurlHead()
    var found: [UInt8]?
    for line in lines {
      let bytes = Array("\(line)\r\n".utf8)
      let complete = try bytes.withUnsafeBytes { try head.receive($0) }
      found = found ?? complete
    }
    return found.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("The lines of interim responses are dropped")
  func interim() throws {
    let lines = ["HTTP/1.1 103 Early Hints", "A: b", "", "HTTP/1.1 200 OK", "C: d", ""]
    #expect(try lastHead(lines) == "HTTP/1.1 200 OK\r\nC: d\r\n")
  }

  @Test("A second status line in a header replaces nothing")
  func secondStatusLine() throws {
    let lines = ["HTTP/1.1 204 No Content", "A: b", "HTTP/1.1 200 OK: x"]
    #expect(try lastHead(lines + [""]) == (lines + [""]).joined(separator: "\r\n"))
  }

  @Test("After 101, which was not asked for, no final response is waited for")
  func switching() {
    #expect(throws: HTTPError.malformed("status")) {
      try lastHead(["HTTP/1.1 101 Switching Protocols", "Upgrade: x", ""])
    }
  }
}
