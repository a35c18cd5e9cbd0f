import HTTP

/// The lines of a response's header as they arrive, within bounds.
///
/// Only the end of the header is found here. The task that waits for the response parses it, so that the
/// thread of all transfers does not: it is the one that limits the requests a second (`make bench`, 10 KB).
struct CurlHead {
  /// The maximum size of a header in bytes, interim responses included.
  static let maximumBytes = 256 << 10
  /// The maximum number of fields.
  static let maximumFields = 2000

  /// The bytes of a usual header, for which room is made before the first line (`make bench`, 10 KB).
  private static let usualBytes = 512
  private static let contentEncoding = Array("content-encoding:".utf8)

  /// The lines of the newest response.
  private var lines: [UInt8] = []
  private var status: Int?
  private var bytes = 0
  private var count = 0
  /// Whether the head of the final response has arrived.
  private(set) var isComplete = false
  /// Whether the newest response has a content coding (RFC 9110, section 8.4).
  private(set) var isEncoded = false

  /// Takes one line with its end. Lines after the header are trailers, and are dropped.
  ///
  /// - Returns: the lines of the final response when they are complete, once.
  mutating func receive(_ line: UnsafeRawBufferPointer) throws(HTTPError) -> [UInt8]? {
    bytes += line.count
    count += 1
    guard bytes <= Self.maximumBytes, count <= Self.maximumFields else { throw .headerTooLarge }
    if isComplete { return nil }
    if line.count > 5, line[4] == UInt8(ascii: "/"), line.starts(with: "HTTP/".utf8) {
      lines.removeAll(keepingCapacity: true)
      lines.reserveCapacity(Self.usualBytes)
      status = try HTTPResponse.Status(parsing: line).code
      isEncoded = false
    } else if line.allSatisfy({ $0 == 10 || $0 == 13 }) {
      return try finish()
    }
    if Self.isContentEncoding(line) { isEncoded = true }
    lines.append(contentsOf: line)
    return nil
  }

  private static func isContentEncoding(_ line: UnsafeRawBufferPointer) -> Bool {
    // Letters differ from their capitals by one bit.
    line.count >= contentEncoding.count && zip(line, contentEncoding).allSatisfy { $0 | 0x20 == $1 }
  }

  private mutating func finish() throws(HTTPError) -> [UInt8]? {
    guard let status else { throw .malformed("status") }
    // Interim responses are followed by the final one (RFC 9110, section 15.2).
    guard status >= 200 else {
      self.status = nil
      return nil
    }
    isComplete = true
    return lines
  }
}
