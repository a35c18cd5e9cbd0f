import HTTP

/// The header of a response, line by line (RFC 9112, sections 4 and 5), within bounds.
struct CurlHead {
  /// The maximum size of a header in bytes, interim responses included.
  static let mostBytes = 256 << 10
  /// The maximum number of fields.
  static let mostFields = 2000

  private var status: HTTPResponse.Status?
  private var fields: HTTPFields = [:]
  private var bytes = 0
  private var lines = 0
  /// The head of the final response, once it is complete.
  private(set) var response: HTTPResponse?

  /// Takes one line with its end. Lines after the header are trailers, and are dropped.
  mutating func take(_ line: UnsafeRawBufferPointer) throws(HTTPError) {
    bytes += line.count
    lines += 1
    guard bytes <= Self.mostBytes, lines <= Self.mostFields else { throw .headerTooLarge }
    if response != nil { return }
    var end = line.count
    while end > 0, line[end - 1] == 10 || line[end - 1] == 13 { end -= 1 }
    let line = UnsafeRawBufferPointer(rebasing: line[..<end])
    if line.count > 5, line[4] == UInt8(ascii: "/"), line.starts(with: "HTTP/".utf8) {
      status = try Self.status(line)
      fields = [:]
    } else if line.isEmpty {
      try finish()
    } else {
      try take(field: line)
    }
  }

  /// The status after the version, such as in `HTTP/1.1 200 OK`.
  private static func status(_ line: UnsafeRawBufferPointer) throws(HTTPError)
    -> HTTPResponse.Status
  {
    let parts = line.split(
      separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[1].count == 3,
      let code = Int(String(decoding: parts[1], as: UTF8.self)),
      code >= 100
    else { throw .malformed("status") }
    let phrase = parts.count > 2 ? String(decoding: parts[2], as: UTF8.self) : ""
    return HTTPResponse.Status(code: code, reasonPhrase: phrase)
  }

  private mutating func take(field line: UnsafeRawBufferPointer) throws(HTTPError) {
    guard !line.contains(0) else { throw .malformed("header") }
    if line[0].isSpaceOrTab {
      // A folded line belongs to the field before (RFC 9112, section 5.2).
      guard let last = fields.popLast() else { throw .malformed("header") }
      let value = last.value + " " + String(decoding: line, as: UTF8.self)
      return fields.append(HTTPField(name: last.name, value: value))
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let name = HTTPField.Name(parsing: UnsafeRawBufferPointer(rebasing: line[..<colon]))
    else { throw .malformed("header") }
    var value = line[(colon + 1)...]
    while value.first?.isSpaceOrTab == true { value.removeFirst() }
    while value.last?.isSpaceOrTab == true { value.removeLast() }
    let text = String(decoding: UnsafeRawBufferPointer(rebasing: value), as: UTF8.self)
    fields.append(HTTPField(name: name, value: text))
  }

  private mutating func finish() throws(HTTPError) {
    guard let status else { throw .malformed("status") }
    // Interim responses are followed by the final one (RFC 9110, section 15.2).
    guard status.kind != .informational else {
      self.status = nil
      return
    }
    // An invalid length, and different ones, can't be trusted (RFC 9112, section 6.3).
    if let length = fields[.contentLength], !length.isLength, !fields.contains(.transferEncoding) {
      let lengths = length.split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.filter { $0 != " " } }
      guard let first = lengths.first, first.isLength, lengths.allSatisfy({ $0 == first }) else {
        throw .malformed("length")
      }
    }
    response = HTTPResponse(status: status, headerFields: fields)
  }
}

extension String {
  /// Whether it is a number of bytes.
  fileprivate var isLength: Bool {
    utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } && Int(self) != nil
  }
}

extension UInt8 {
  fileprivate var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }
}
