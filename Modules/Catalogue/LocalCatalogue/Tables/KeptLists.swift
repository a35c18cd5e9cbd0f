/// Lists that are stored as text in a column.
extension String {
  /// The lines.
  var lines: [String] { parts(UInt8(ascii: "\n")) }
  /// The words.
  var words: [String] { parts(UInt8(ascii: " ")) }

  /// The numbers.
  var numbers: [Int] {
    var numbers: [Int] = []
    var number: Int?
    for byte in utf8 {
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        number = (number ?? 0) &* 10 &+ Int(digit)
      } else if let ended = number {
        numbers.append(ended)
        number = nil
      }
    }
    if let number { numbers.append(number) }
    return numbers
  }

  /// Returns the first line that differs from this one, without reading the others.
  func firstLine(otherThan line: String) -> String? {
    var (text, line) = (self, line)
    return text.withUTF8 { bytes in
      line.withUTF8 { line in
        var rest = bytes[...]
        while !rest.isEmpty {
          let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
          let next = rest[..<end]
          if !next.elementsEqual(line) { return String(decoding: next, as: UTF8.self) }
          rest = rest[end...].dropFirst()
        }
        return nil
      }
    }
  }

  private func parts(_ separator: UInt8) -> [String] {
    if isEmpty { return [] }
    var text = self
    return text.withUTF8 { bytes in
      guard bytes.contains(separator) else { return [self] }
      return bytes.split(separator: separator).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
