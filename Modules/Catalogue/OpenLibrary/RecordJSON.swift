import Foundation

/// The JSON of Open Library's answers.
enum RecordJSON {
  /// An answer that has more values than allowed.
  private struct TooManyValues: Error {}

  /// The maximum number of values: of commas, and of arrays and objects, also inside each other. Real answers have
  /// far fewer: 20 records at most are asked for, each with some dozen values, or with a few hundred in long lists of
  /// subjects, and the whole usually has some 20 KB.
  static let maximumValues = 99_999

  /// Decodes an answer.
  ///
  /// `JSONDecoder` lists all values before any is decoded, with many times the memory of a tiny one, so an answer of
  /// too many is refused before.
  ///
  /// JSON may have half of a surrogate pair in a text (RFC 8259, section 8.2), which `JSONDecoder` refuses. It
  /// becomes U+FFFD, as in an imported dump.
  static func decode<Record: Decodable>(_ type: Record.Type, from data: Data) throws -> Record {
    let values = data.withUnsafeBytes { bytes in
      bytes.count {
        $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{")
      }
    }
    guard values <= maximumValues else { throw TooManyValues() }
    do { return try JSONDecoder().decode(type, from: data) } catch {
      return try JSONDecoder().decode(type, from: replacingLoneSurrogates(in: data))
    }
  }

  private static func replacingLoneSurrogates(in data: Data) -> Data {
    var bytes = [UInt8](data)
    var next = 0
    while let start = bytes[min(next, bytes.count)...].firstIndex(of: UInt8(ascii: "\\")) {
      let isPair =
        isEscape(bytes, start, of: 0xD800...0xDBFF)
        && isEscape(bytes, start + 6, of: 0xDC00...0xDFFF)
      if isPair {
        next = start + 12
      } else if isEscape(bytes, start, of: 0xD800...0xDFFF) {
        bytes.replaceSubrange(start..<start + 6, with: #"\ufffd"#.utf8)
        next = start + 6
      } else {
        next = start + 2
      }
    }
    return Data(bytes)
  }

  /// Whether there is an escape such as `\ud83d`, of one of these code units.
  private static func isEscape(
    _ bytes: [UInt8], _ start: Int, of units: ClosedRange<UInt16>
  ) -> Bool {
    guard start + 6 <= bytes.count, bytes[start..<start + 2].elementsEqual(#"\u"#.utf8) else {
      return false
    }
    let unit = UInt16(String(decoding: bytes[start + 2..<start + 6], as: UTF8.self), radix: 16)
    return unit.map { units.contains($0) } ?? false
  }
}
