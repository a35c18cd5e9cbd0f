import Foundation

// Fields from bytes as they arrive. A response has about ten, so that what one costs counts (`make bench`, 10 KB).
extension HTTPField.Name {
  /// Creates a name from bytes, or nil if they are not a token.
  package init?(parsing bytes: UnsafeRawBufferPointer) {
    if let known = CommonNames.all.name(of: bytes) {
      self = known
      return
    }
    guard bytes.count <= 1 << 10, bytes.isToken else { return nil }
    self.init(token: String(decoding: bytes, as: UTF8.self))
  }
}

extension HTTPField {
  /// Creates a field whose value is given as bytes; white space at its ends is dropped.
  package init(name: Name, parsing bytes: UnsafeRawBufferPointer) {
    var (start, end) = (0, bytes.count)
    while start < end, bytes[start].isFieldSpace { start += 1 }
    while start < end, bytes[end - 1].isFieldSpace { end -= 1 }
    self.init(name: name, bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
  }
}

extension UnsafeRawBufferPointer {
  /// The offset of the first byte with a value, or nil; `firstIndex(of:)` compares them one by one
  /// (`make bench`, 10 KB).
  package func offset(of byte: UInt8) -> Int? {
    guard let start = baseAddress, let found = memchr(start, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - start
  }
}

/// The common names in the two ways in which they are written, which are found instead of made
/// (`make bench`, 10 KB).
private struct CommonNames: Sendable {
  private struct Entry {
    let bytes: [UInt8]
    let name: HTTPField.Name
  }

  /// A constant table.
  static let all = Self()

  /// The names by their length.
  private var entries: [[Entry]] = Array(repeating: [], count: 32)

  private init() {
    for name in HTTPField.Name.common {
      // HTTP/2 has only lower case (RFC 9113, section 8.2.1).
      for spelling in [name, HTTPField.Name(token: name.canonicalName)] {
        let bytes = Array(spelling.rawName.utf8)
        if bytes.count < entries.count {
          entries[bytes.count].append(Entry(bytes: bytes, name: spelling))
        }
      }
    }
  }

  func name(of bytes: UnsafeRawBufferPointer) -> HTTPField.Name? {
    guard bytes.count < entries.count, let base = bytes.baseAddress else { return nil }
    for entry in entries[bytes.count] where entry.bytes[0] == bytes[0] {
      if memcmp(entry.bytes, base, bytes.count) == 0 { return entry.name }
    }
    return nil
  }
}
