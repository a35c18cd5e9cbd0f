import Foundation
import Synchronization

/// A record that is found by a key.
protocol CatalogueRow: Decodable, Sendable {
  /// What stands in a line before the key under which it is found, so that a line need not be
  /// decoded to be found. Begins with a quotation mark.
  static var marker: StaticString { get }
  /// The key under which it is found, with its path.
  var tableKey: String? { get }
}

/// Records as text, one a line, found by key and decoded one by one.
///
/// Making a table only looks for the keys. A line that is no record is skipped and counted.
struct RecordTable<Row: CatalogueRow>: Sendable {
  private let text: String
  private let lines: [Range<Int>]
  private let linesByKey: [Substring: [Int]]
  /// The first line of a key that is a record; a line is decoded once to find out.
  private let records = FoundLines()

  /// Finds the lines and their keys.
  init(_ text: String) {
    var text = text
    let (lines, keys) = text.withUTF8 { bytes in
      var lines: [Range<Int>] = []
      var keys: [Substring: [Int]] = [:]
      var start = 0
      while start < bytes.count {
        let end = bytes.offset(of: "\n", in: start..<bytes.count) ?? bytes.count
        if end > start {
          if let key = Self.key(in: start..<end, of: bytes) {
            keys[key, default: []].append(lines.count)
          }
          lines.append(start..<end)
        }
        start = end + 1
      }
      return (lines, keys)
    }
    self.text = text
    self.lines = lines
    linesByKey = keys
  }

  /// The records of a key, in the order of their lines.
  func rows(_ key: Substring) -> [Row] {
    (linesByKey[key] ?? []).compactMap { row(at: $0) }
  }

  /// The line of a key as it stands, if it is a record.
  func line(_ key: Substring) -> Data? {
    guard let candidates = linesByKey[key] else { return nil }
    let record = records.line(of: key) { candidates.first { row(at: $0) != nil } }
    return record.map { data(of: lines[$0]) }
  }

  /// All records by line, and the numbers of the lines that are none, counted from 1 without empty
  /// lines.
  func decoded() -> (rows: [Row], damaged: [Int]) {
    // One decoder for all is several times as fast as one for each line.
    if let rows = try? JSONDecoder().decode([Row].self, from: array()), rows.count == lines.count,
      rows.allSatisfy({ $0.tableKey != nil })
    {
      return (rows, [])
    }
    var rows: [Row] = []
    var damaged: [Int] = []
    for index in lines.indices {
      if let row = row(at: index), row.tableKey != nil {
        rows.append(row)
      } else {
        damaged.append(index + 1)
      }
    }
    return (rows, damaged)
  }

  private func row(at index: Int) -> Row? {
    try? JSONDecoder().decode(Row.self, from: data(of: lines[index]))
  }

  private func data(of line: Range<Int>) -> Data {
    var text = text
    return text.withUTF8 { Data($0[line]) }
  }

  private func array() -> Data {
    var data = Data(capacity: text.utf8.count + 2)
    data.append(contentsOf: "[".utf8)
    var text = text
    text.withUTF8 { bytes in
      for (index, line) in lines.enumerated() {
        if index > 0 { data.append(contentsOf: ",".utf8) }
        data.append(contentsOf: bytes[line])
      }
    }
    data.append(contentsOf: "]".utf8)
    return data
  }

  /// The key of a line: by its marker, or by decoding one that is laid out in another way.
  private static func key(
    in line: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>
  ) -> Substring? {
    if let start = bytes.offset(after: marker, in: line),
      let end = bytes.offset(of: "\"", in: start..<line.upperBound)
    {
      return Substring(decoding: bytes[start..<end], as: UTF8.self)
    }
    return (try? JSONDecoder().decode(Row.self, from: Data(bytes[line])))?.tableKey?.keyName
  }

  private static var marker: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: Row.marker.utf8Start, count: Row.marker.utf8CodeUnitCount)
  }
}

/// Remembers which line of a key is a record; there are no more keys than lines.
private final class FoundLines: Sendable {
  private let found = Mutex<[Substring: Int?]>([:])

  func line(of key: Substring, find: () -> Int?) -> Int? {
    if let known = found.withLock({ $0[key] }) { return known }
    let line = find()
    found.withLock { $0[key] = .some(line) }
    return line
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func offset(of character: Unicode.Scalar, in range: Range<Int>) -> Int? {
    guard let start = baseAddress,
      let found = memchr(start + range.lowerBound, Int32(character.value), range.count)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }

  fileprivate func offset(after text: Self, in range: Range<Int>) -> Int? {
    guard let start = baseAddress, let wanted = text.baseAddress else { return nil }
    var from = range.lowerBound
    while let found = offset(of: "\"", in: from..<range.upperBound),
      found + text.count <= range.upperBound
    {
      if memcmp(start + found, wanted, text.count) == 0 { return found + text.count }
      from = found + 1
    }
    return nil
  }
}

extension String {
  /// What stands behind the last slash of a key such as `/works/dune`.
  var keyName: Substring {
    lastIndex(of: "/").map { self[index(after: $0)...] } ?? self[...]
  }
}
