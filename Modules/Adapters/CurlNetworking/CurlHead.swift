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
  private static let contentLength = Array("content-length:".utf8)

  /// The lines of the newest response.
  private var lines: [UInt8] = []
  private var status: Int?
  private var bytes = 0
  private var count = 0
  /// Whether the head of the final response has arrived.
  private(set) var isComplete = false
  /// Whether the newest response has a content coding (RFC 9110, section 8.4).
  private(set) var isEncoded = false
  /// Whether the newest response states its length once, in digits; nil if it states none.
  private(set) var hasPlainLength: Bool?

  /// Takes one line with its end. Lines after the header are trailers, and are dropped.
  ///
  /// - Returns: the lines of the final response when they are complete, once.
  mutating func receive(_ line: UnsafeRawBufferPointer) throws(HTTPError) -> [UInt8]? {
    bytes += line.count
    count += 1
    guard bytes <= Self.maximumBytes, count <= Self.maximumFields else { throw .headerTooLarge }
    if isComplete { return nil }
    // A later line like it is none: libcurl has read the body's length and coding by the first one.
    if status == nil, line.count > 5, line[4] == UInt8(ascii: "/"),
      line.starts(with: "HTTP/".utf8)
    {
      lines.removeAll(keepingCapacity: true)
      lines.reserveCapacity(Self.usualBytes)
      status = try HTTPResponse.Status(parsing: line).code
      (isEncoded, hasPlainLength) = (false, nil)
    } else if line.allSatisfy({ $0 == 10 || $0 == 13 }) {
      return try finish()
    }
    if Self.begins(line, with: Self.contentEncoding) { isEncoded = true }
    if Self.begins(line, with: Self.contentLength) {
      let value = line.dropFirst(Self.contentLength.count)
      hasPlainLength = hasPlainLength == nil && Self.isNumber(value)
    } else if line.first?.isFieldSpace == true, hasPlainLength != nil {
      // A folded line may belong to the length.
      hasPlainLength = false
    }
    lines.append(contentsOf: line)
    return nil
  }

  private static func begins(_ line: UnsafeRawBufferPointer, with name: [UInt8]) -> Bool {
    // Letters differ from their capitals by one bit.
    line.count >= name.count && zip(line, name).allSatisfy { $0 | 0x20 == $1 }
  }

  /// Whether a value, with the end of its line, is digits alone.
  private static func isNumber(_ value: Slice<UnsafeRawBufferPointer>) -> Bool {
    let isBlank = { (byte: UInt8) in byte.isFieldSpace || byte == 10 || byte == 13 }
    let number = value.drop(while: isBlank).prefix { !isBlank($0) }
    return !number.isEmpty && value[number.endIndex...].allSatisfy(isBlank)
      && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private mutating func finish() throws(HTTPError) -> [UInt8]? {
    // No other protocol was asked for, and after its beginning no final response comes (RFC 9110, section 15.2.2).
    guard let status, status != 101 else { throw .malformed("status") }
    // Interim responses are followed by the final one (RFC 9110, section 15.2).
    guard status >= 200 else {
      self.status = nil
      return nil
    }
    isComplete = true
    return lines
  }
}
