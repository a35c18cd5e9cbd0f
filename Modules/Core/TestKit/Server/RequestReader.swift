import Foundation
import HTTP

/// Reads requests from a connection, strictly: a client that bends the rules gets a 400.
///
/// Used by one thread.
struct RequestReader {
  /// Why a request can't be read.
  enum Problem: Error {
    /// The connection is over.
    case end(ServerStream.End)
    /// The request violates RFC 9112, or is larger than the options allow.
    case malformed(status: Int, String)
  }

  let stream: ServerStream
  let options: LoopbackServer.Options
  private var buffer: [UInt8] = []
  private var position = 0

  init(_ stream: ServerStream, _ options: LoopbackServer.Options) {
    self.stream = stream
    self.options = options
  }

  /// Reads the next head, or returns nil if the client ends the connection instead.
  mutating func head() throws(Problem) -> ServerRequest? {
    // Empty lines before a request are ignored (RFC 9112, section 2.2).
    var line: [UInt8]? = []
    while line?.isEmpty == true { line = try self.line(upTo: options.maximumHead, mayEnd: true) }
    guard let first = line else { return nil }
    var request = try Self.requestLine(first)
    request.fields = try fields(upTo: options.maximumHead - first.count - 2)
    guard request.fields[values: .host].count == 1 else {
      throw .malformed(status: 400, "not one Host field")
    }
    return request
  }

  /// Reads the body that the head announces (RFC 9112, section 6.3).
  mutating func body(of request: inout ServerRequest) throws(Problem) {
    let codings = request.fields[values: .transferEncoding]
    let lengths = request.fields[values: .contentLength]
    guard !codings.isEmpty || !lengths.isEmpty else { return }
    guard codings.isEmpty || lengths.isEmpty else {
      throw .malformed(status: 400, "both Content-Length and Transfer-Encoding")
    }
    guard codings.isEmpty || codings.map({ $0.lowercased() }) == ["chunked"] else {
      throw .malformed(status: 501, "an unknown transfer coding")
    }
    let length = lengths.first.flatMap(Self.number)
    guard codings.count == 1 || lengths.count == 1 && length != nil else {
      throw .malformed(status: 400, "an invalid Content-Length")
    }
    if let length, length > options.maximumBody { throw .malformed(status: 413, "a large body") }
    if request.expectsContinue {
      try end { () throws(ServerStream.End) in
        try stream.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
      }
    }
    if let gate = options.uploadGate {
      try end { () throws(ServerStream.End) in try stream.pass(gate) }
    }
    if let length {
      request.body = try Data(read(length))
    } else {
      request.body = try chunks()
    }
  }

  private mutating func chunks() throws(Problem) -> Data {
    var body = Data()
    while true {
      let line = try self.line(upTo: 4096) ?? []
      let digits = line.prefix { $0 != UInt8(ascii: ";") }
      guard !digits.isEmpty, digits.count <= 15, digits.allSatisfy(\.isHexDigit),
        let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
      else { throw .malformed(status: 400, "an invalid chunk size") }
      if size == 0 {
        _ = try fields(upTo: options.maximumHead)
        return body
      }
      guard size <= options.maximumBody - body.count else {
        throw .malformed(status: 413, "a large body")
      }
      body += try read(size)
      guard try read(2) == [13, 10] else {
        throw .malformed(status: 400, "a chunk of another size than announced")
      }
    }
  }

  // MARK: Bytes

  /// Reads fields up to the empty line.
  private mutating func fields(upTo limit: Int) throws(Problem) -> HTTPFields {
    var fields: HTTPFields = [:]
    var count = 0
    while true {
      let line = try self.line(upTo: limit - count) ?? []
      count += line.count + 2
      if line.isEmpty { return fields }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
        let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self)),
        line[colon...].allSatisfy({ $0 == 9 || $0 >= 0x20 && $0 != 0x7F })
      else { throw .malformed(status: 400, "an invalid field") }
      let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
      fields.append(HTTPField(name: name, value: value))
    }
  }

  /// Reads a line that ends with CR LF; nil at the end of the connection.
  private mutating func line(upTo limit: Int, mayEnd: Bool = false) throws(Problem) -> [UInt8]? {
    var seen = position
    while true {
      if let end = buffer[seen...].firstIndex(of: 10) {
        guard end > position, buffer[end - 1] == 13 else {
          throw .malformed(status: 400, "a line without CR")
        }
        guard end - position <= limit else { throw .malformed(status: 431, "a large head") }
        defer { position = end + 1 }
        return Array(buffer[position..<end - 1])
      }
      seen = buffer.count - position
      guard seen <= limit else { throw .malformed(status: 431, "a large head") }
      guard try more() else {
        if mayEnd, seen == 0 { return nil }
        throw .end(.closed)
      }
      seen += position
    }
  }

  private mutating func read(_ count: Int) throws(Problem) -> [UInt8] {
    while buffer.count - position < count { guard try more() else { throw .end(.closed) } }
    defer { position += count }
    return Array(buffer[position..<position + count])
  }

  /// Reads on; `false` at the end of the connection.
  private mutating func more() throws(Problem) -> Bool {
    buffer.removeFirst(position)
    position = 0
    var bytes: [UInt8] = []
    try end { () throws(ServerStream.End) in bytes = try stream.read() }
    buffer += bytes
    return !bytes.isEmpty
  }

  private func end(_ body: () throws(ServerStream.End) -> Void) throws(Problem) {
    do { try body() } catch { throw .end(error) }
  }

  private static func requestLine(_ line: [UInt8]) throws(Problem) -> ServerRequest {
    let words = line.split(separator: 32, omittingEmptySubsequences: false)
    guard words.count == 3, words[1].allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !words[1].isEmpty,
      let method = HTTPRequest.Method(String(decoding: words[0], as: UTF8.self)),
      words[2].elementsEqual("HTTP/1.1".utf8)
    else { throw .malformed(status: 400, "an invalid request line") }
    return ServerRequest(method: method, target: String(decoding: words[1], as: UTF8.self))
  }

  private static func number(_ text: String) -> Int? {
    text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(text) : nil
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}

extension ServerRequest {
  /// Whether the client waits for a 100 before it sends the body (RFC 9110, section 10.1.1).
  fileprivate var expectsContinue: Bool {
    fields.contains { $0.name.canonicalName == "expect" && $0.value.lowercased() == "100-continue" }
  }
}
