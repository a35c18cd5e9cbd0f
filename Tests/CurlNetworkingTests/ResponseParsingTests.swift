import HTTP
import Testing

@testable import CurlNetworking

@Suite("A response's header from bytes (RFC 9112, sections 4 and 5)")
struct ResponseParsingTests {
  @Test(
    "A CR in a value is a space (RFC 9110, 5.5), and so is the end of a folded line (5.2)",
    arguments: [
      ("X-A: a\rb", "a b"), ("X-A:\t a \t", "a"), ("X-A: a\r\n  b\r\n c", "a   b  c"),
      ("X-A:", ""),
    ])
  func values(_ lines: String, _ value: String) throws {
    let head = "HTTP/1.1 200 OK\r\n\(lines)\r\nX-B: 2\r\n"
    let response = try HTTPResponse(parsing: Array(head.utf8))
    #expect(response.headerFields.map(\.value) == [value, "2"])
  }

  @Test(
    "The announced length is a number, or the same one several times (RFC 9110, 8.6)",
    arguments: [
      ("3", 3), ("3, 3", 3), ("3,\t3", 3), ("3 ,3", 3), ("3,4", nil), ("3,", nil), ("+3", nil),
      ("1 2", nil), ("", nil),
    ] as [(String, Int?)])
  func length(_ value: String, _ length: Int?) throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: \(value)\r\n"
    let response = try HTTPResponse(parsing: Array(head.utf8))
    if let length {
      #expect(try response.announcedLength() == length)
    } else {
      #expect(throws: HTTPError.malformed("length")) { try response.announcedLength() }
    }
  }
}
