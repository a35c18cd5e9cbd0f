import Foundation

/// Finds the end and the fields of a row in bytes that may arrive in chunks, without reading a byte
/// twice.
struct CSVScan {
  /// The result of a scan.
  enum Result {
    /// The row continues after the available bytes.
    case incomplete
    /// There are more bytes to scan; the caller can check for cancellation first.
    case paused
    /// A row up to `end`; the next one begins at `next`, `lines` lines later. The fields' ranges
    /// are relative to the beginning of the row.
    case row(end: Int, next: Int, fields: [Range<Int>], lines: Int)
    /// The row is invalid at this position.
    case problem(CSVReader.Problem, at: Int)
  }

  private enum State {
    case beginning, plain, quoted, closed
    /// After `=` at the beginning of a field, inside the following quotation marks, and after them.
    case formula, formulaQuoted, formulaClosed
  }

  /// The number of bytes scanned at once.
  static let slice = 1 << 16
  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")
  private static let (lf, cr) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  private var state = State.beginning
  /// The offsets of the next byte and of its field, from the beginning of the row.
  private var offset = 0
  private var fieldStart = 0
  private var lines = 0
  private var fields: [Range<Int>] = []

  /// Scans a complete row.
  static func row(in bytes: [UInt8]) -> Result {
    var scan = CSVScan()
    while true {
      let result = scan.resume(in: bytes, from: 0, isComplete: true)
      if case .paused = result { continue }
      return result
    }
  }

  /// Continues with the row that begins at `start`.
  ///
  /// - Parameter isComplete: whether the file ends with these bytes.
  mutating func resume(in bytes: [UInt8], from start: Int, isComplete: Bool) -> Result {
    bytes.withUnsafeBufferPointer { resume(in: $0, from: start, isComplete: isComplete) }
  }

  // The loop over the bytes stays in one function: `make bench` compares it with wc.
  private mutating func resume(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, isComplete: Bool
  ) -> Result {
    let end = min(bytes.count, start + CSVReader.maximumRowLength)
    var index = start + offset
    let limit = min(end, index + Self.slice)
    defer { offset = index - start }
    while index < limit {
      let byte = bytes[index]
      if state == .quoted {
        if byte == Self.quote {
          state = .closed
        } else if byte == Self.lf {
          lines += 1
        } else if byte == Self.cr {
          // Half of a CRLF?
          if index + 1 == bytes.count, !isComplete { return .incomplete }
          if index + 1 == bytes.count || bytes[index + 1] != Self.lf { lines += 1 }
        }
        index += 1
        continue
      }
      switch byte {
      case Self.comma where state != .formulaQuoted:
        fields.append(fieldStart..<(index - start))
        if fields.count >= CSVReader.maximumFieldCount { return .problem(.tooLong, at: index) }
        (state, fieldStart) = (.beginning, index - start + 1)
      case Self.lf, Self.cr: return endOfLine(bytes, at: index, from: start, isComplete)
      default:
        if let problem = consume(byte) { return .problem(problem, at: index) }
      }
      index += 1
    }
    return index < end ? .paused : endOfBytes(bytes.count, at: index, from: start, isComplete)
  }

  /// Returns the result at a line ending outside plain quotes.
  private mutating func endOfLine(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, from start: Int, _ isComplete: Bool
  ) -> Result {
    if state == .formulaQuoted { return .problem(.unclosedQuote, at: index) }
    let isCR = bytes[index] == Self.cr
    // Half of a CRLF?
    if isCR, index + 1 == bytes.count, !isComplete { return .incomplete }
    let isPair = isCR && index + 1 < bytes.count && bytes[index + 1] == Self.lf
    fields.append(fieldStart..<(index - start))
    return .row(end: index, next: index + (isPair ? 2 : 1), fields: fields, lines: lines + 1)
  }

  /// Returns the result if the bytes, or the longest possible row, end at `index`.
  private mutating func endOfBytes(
    _ count: Int, at index: Int, from start: Int, _ isComplete: Bool
  ) -> Result {
    let isOpen = state == .quoted || state == .formulaQuoted
    if isOpen, isComplete, index == count { return .problem(.unclosedQuote, at: index) }
    if index < count || index - start >= CSVReader.maximumRowLength {
      return .problem(.tooLong, at: index)
    }
    guard isComplete else { return .incomplete }
    fields.append(fieldStart..<(index - start))
    return .row(end: index, next: index, fields: fields, lines: lines)
  }

  /// Applies a byte of a field outside plain quotes. Returns a problem if it is not allowed there.
  private mutating func consume(_ byte: UInt8) -> CSVReader.Problem? {
    let isQuote = byte == Self.quote
    switch state {
    case .beginning where isQuote, .closed where isQuote: state = .quoted
    case .formula where isQuote: state = .formulaQuoted
    case .formulaQuoted where isQuote: state = .formulaClosed
    case _ where isQuote: return .strayQuote
    case .beginning: state = byte == UInt8(ascii: "=") ? .formula : .plain
    case .formula: state = .plain
    case .closed, .formulaClosed: return .textAfterQuote
    default: break
    }
    return nil
  }

  /// Returns the beginning of the line after the one at `start`, or nil if it is not among the
  /// bytes.
  static func lineEnd(in bytes: [UInt8], from start: Int, isComplete: Bool) -> Int? {
    guard let end = lineBreak(in: bytes, from: start) else { return nil }
    if bytes[end] == lf { return end + 1 }
    if end + 1 == bytes.count { return isComplete ? end + 1 : nil }
    return bytes[end + 1] == lf ? end + 2 : end + 1
  }

  /// Returns the first LF or CR from a position on. Searches windows of doubling length, so that a
  /// file without one of the two is not read to its end for each of the other (`make bench`:
  /// libraries with open quotation marks).
  private static func lineBreak(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var (start, length) = (start, 64)
      while start < bytes.count {
        length = min(length, bytes.count - start)
        let places = [lf, cr].compactMap { byte in
          memchr(base + start, Int32(byte), length).map { UnsafeRawPointer($0) - base }
        }
        if let first = places.min() { return first }
        start += length
        length *= 2
      }
      return nil
    }
  }

  /// Returns the number of line endings before `end`.
  static func lineCount(in bytes: [UInt8], from start: Int, to end: Int) -> Int {
    var (count, place) = (0, start)
    while let next = lineEnd(in: bytes, from: place, isComplete: true), next <= end {
      (count, place) = (count + 1, next)
    }
    return count
  }
}

/// Decodes and encodes fields of a CSV file.
package enum CSVField {
  private static let quote = UInt8(ascii: "\"")

  /// Returns the text of a raw field, or nil for bytes that are not UTF-8.
  package static func text(_ raw: ArraySlice<UInt8>) -> String? {
    guard raw.first == quote, raw.count >= 2 else { return String(validating: raw, as: UTF8.self) }
    let inner = raw.dropFirst().dropLast()
    guard inner.contains(quote) else { return String(validating: inner, as: UTF8.self) }
    var plain: [UInt8] = []
    plain.reserveCapacity(inner.count)
    var isSecond = false
    for byte in inner {
      isSecond = byte == quote && !isSecond
      if !isSecond { plain.append(byte) }
    }
    return String(validating: plain, as: UTF8.self)
  }

  /// Returns a text as a field, in quotation marks if it needs them.
  package static func written(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { byte in
      byte == quote || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
    }
    if !needsQuotes { return text }
    // By bytes: a mark or a joiner that follows makes one character with a quotation mark.
    let doubled = text.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
    return "\"\(String(decoding: doubled, as: UTF8.self))\""
  }
}

extension String {
  /// The trimmed text.
  var trimmed: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
