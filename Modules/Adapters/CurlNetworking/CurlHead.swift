import Foundation
import HTTP

/// The header of a response, line by line (RFC 9112, sections 4 and 5), within bounds.
struct CurlHead {
  /// The maximum size of a header in bytes, interim responses included.
  static let mostBytes = 256 << 10
  /// The maximum number of fields.
  static let mostFields = 2000

  /// Room for these is made at once.
  private static let usualFields = 16

  private var status: HTTPResponse.Status?
  private var fields = HTTPFields()
  private var bytes = 0
  private var lines = 0
  /// The number of bytes that `Content-Length` announces, if it does.
  private(set) var length: Int?
  /// Whether the head of the final response has arrived.
  private(set) var isComplete = false

  /// Takes one line with its end. Lines after the header are trailers, and are dropped.
  ///
  /// - Returns: the head of the final response when it is complete, once.
  mutating func take(_ line: UnsafeRawBufferPointer) throws(HTTPError) -> HTTPResponse? {
    bytes += line.count
    lines += 1
    guard bytes <= Self.mostBytes, lines <= Self.mostFields else { throw .headerTooLarge }
    if isComplete { return nil }
    var end = line.count
    while end > 0, line[end - 1] == 10 || line[end - 1] == 13 { end -= 1 }
    let line = UnsafeRawBufferPointer(rebasing: line[..<end])
    if line.count > 5, line[4] == UInt8(ascii: "/"), line.starts(with: "HTTP/".utf8) {
      status = try Self.status(line)
      fields = HTTPFields()
      fields.reserveCapacity(Self.usualFields)
    } else if line.isEmpty {
      return try finish()
    } else {
      try take(field: line)
    }
    return nil
  }

  /// The status after the version, such as in `HTTP/1.1 200 OK`.
  private static func status(_ line: UnsafeRawBufferPointer) throws(HTTPError)
    -> HTTPResponse.Status
  {
    guard let start = line.firstIndex(of: UInt8(ascii: " ")).map({ $0 + 1 }),
      line.count >= start + 3
    else { throw .malformed("status") }
    var code = 0
    for byte in line[start..<start + 3] {
      guard byte.isDigit else { throw .malformed("status") }
      code = 10 * code + Int(byte - UInt8(ascii: "0"))
    }
    let rest = line[(start + 3)...]
    guard code >= 100, rest.first == nil || rest.first == UInt8(ascii: " ") else {
      throw .malformed("status")
    }
    return HTTPResponse.Status(
      code: code, reasonPhrase: String(decoding: rest.dropFirst(), as: UTF8.self))
  }

  private mutating func take(field line: UnsafeRawBufferPointer) throws(HTTPError) {
    guard let bytes = line.baseAddress, memchr(bytes, 0, line.count) == nil else {
      throw .malformed("header")
    }
    if line[0].isFieldSpace {
      // A folded line belongs to the field before (RFC 9112, section 5.2).
      guard let last = fields.popLast() else { throw .malformed("header") }
      let value = last.value + " " + String(decoding: line, as: UTF8.self)
      return fields.append(HTTPField(name: last.name, value: value))
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let name = HTTPField.Name(parsing: UnsafeRawBufferPointer(rebasing: line[..<colon]))
    else { throw .malformed("header") }
    let value = UnsafeRawBufferPointer(rebasing: line[(colon + 1)...])
    fields.append(HTTPField(name: name, parsing: value))
  }

  private mutating func finish() throws(HTTPError) -> HTTPResponse? {
    guard let status else { throw .malformed("status") }
    // Interim responses are followed by the final one (RFC 9110, section 15.2).
    guard status.kind != .informational else {
      self.status = nil
      return nil
    }
    if let text = fields[.contentLength] {
      length = text.length
      // An invalid length, and different ones, can't be trusted (RFC 9112, section 6.3).
      if length == nil, !fields.contains(.transferEncoding) { throw .malformed("length") }
    }
    isComplete = true
    return HTTPResponse(status: status, headerFields: fields)
  }
}

extension String {
  /// The number of bytes, which may be given several times.
  fileprivate var length: Int? {
    if let length = Int(self), utf8.allSatisfy(\.isDigit) { return length }
    let lengths = split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != " " } }
    guard let first = lengths.first, first.utf8.allSatisfy(\.isDigit),
      lengths.allSatisfy({ $0 == first })
    else { return nil }
    return Int(first)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
