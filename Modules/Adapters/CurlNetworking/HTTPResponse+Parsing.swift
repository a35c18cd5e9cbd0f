import Foundation
import HTTP

// The header of a response (RFC 9112, sections 4 and 5).
extension HTTPResponse {
  /// The fields of a usual header, for which room is made before the first one (`make bench`, 10 KB).
  private static let usualFields = 16

  /// Parses the lines of a header, each with its end.
  init(parsing lines: [UInt8]) throws(HTTPError) {
    self.init(status: 0)
    headerFields.reserveCapacity(Self.usualFields)
    let result = lines.withUnsafeBytes { bytes -> Result<Void, HTTPError> in
      var rest = bytes
      var isFirst = true
      do throws(HTTPError) {
        while let end = rest.offset(of: 10) {
          let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
          if isFirst { status = try Status(parsing: line) } else { try add(line.trimmedEnd) }
          (rest, isFirst) = (UnsafeRawBufferPointer(rebasing: rest[(end + 1)...]), false)
        }
        return .success(())
      } catch { return .failure(error) }
    }
    try result.get()
  }

  private mutating func add(_ line: UnsafeRawBufferPointer) throws(HTTPError) {
    guard let first = line.first, line.offset(of: 0) == nil else { throw .malformed("header") }
    if first.isFieldSpace {
      // A folded line belongs to the field before (RFC 9112, section 5.2).
      guard let last = headerFields.popLast() else { throw .malformed("header") }
      let value = last.value + " " + String(decoding: line, as: UTF8.self)
      return headerFields.append(HTTPField(name: last.name, value: value))
    }
    guard let colon = line.offset(of: UInt8(ascii: ":")),
      let name = HTTPField.Name(parsing: UnsafeRawBufferPointer(rebasing: line[..<colon]))
    else { throw .malformed("header") }
    let value = UnsafeRawBufferPointer(rebasing: line[(colon + 1)...])
    headerFields.append(HTTPField(name: name, parsing: value))
  }

  /// The number of bytes that the header announces, or nil for none.
  ///
  /// An invalid length, and different ones, can't be trusted (RFC 9112, section 6.3).
  func announcedLength() throws(HTTPError) -> Int? {
    guard let text = headerFields[.contentLength] else { return nil }
    if let length = text.length { return length }
    guard headerFields.contains(.transferEncoding) else { throw .malformed("length") }
    return nil
  }
}

extension HTTPResponse.Status {
  /// Parses the status after the version, such as in `HTTP/1.1 200 OK`.
  init(parsing line: UnsafeRawBufferPointer) throws(HTTPError) {
    let line = line.trimmedEnd
    guard let start = line.offset(of: UInt8(ascii: " ")).map({ $0 + 1 }),
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
    self.init(code: code, reasonPhrase: String(decoding: rest.dropFirst(), as: UTF8.self))
  }
}

extension UnsafeRawBufferPointer {
  /// The line without its end.
  fileprivate var trimmedEnd: Self {
    var end = count
    while end > 0, self[end - 1] == 10 || self[end - 1] == 13 { end -= 1 }
    return Self(rebasing: self[..<end])
  }
}

extension String {
  /// The number of bytes, which may be given several times (RFC 9110, section 8.6).
  fileprivate var length: Int? {
    if let length = Int(self), utf8.allSatisfy(\.isDigit) { return length }
    let lengths = split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t")) }
    guard let first = lengths.first, first.utf8.allSatisfy(\.isDigit),
      lengths.allSatisfy({ $0 == first })
    else { return nil }
    return Int(first)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
