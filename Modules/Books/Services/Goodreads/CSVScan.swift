/// Finds the end of a row and its fields among bytes.
enum CSVScan {
  /// What was found.
  enum Result {
    /// The row goes on behind the bytes that are there.
    case incomplete
    /// A row up to `end`; the next one begins at `next`, so many lines further on.
    case row(end: Int, next: Int, fields: [Range<Int>], lines: Int)
    /// The row breaks the rules at a place.
    case problem(CSVReader.Problem, at: Int)
  }

  private enum State {
    case beginning, plain, quoted, closed
    /// Behind `=` at the beginning of a field, within the quotation marks that follow, behind them.
    case formula, formulaQuoted, formulaClosed
  }

  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")
  private static let (lf, cr) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  /// Looks at the row that begins at `start`.
  ///
  /// - Parameter isComplete: whether the file ends with these bytes.
  static func row(in bytes: [UInt8], from start: Int, isComplete: Bool) -> Result {
    bytes.withUnsafeBufferPointer { row(in: $0, from: start, isComplete: isComplete) }
  }

  private static func row(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, isComplete: Bool
  ) -> Result {
    var (state, index, fieldStart, lines) = (State.beginning, start, start, 0)
    var fields: [Range<Int>] = []
    let limit = min(bytes.count, start + CSVReader.maximumRowLength)
    while index < limit {
      let byte = bytes[index]
      if state == .quoted {
        if byte == quote {
          state = .closed
        } else if byte == lf || byte == cr && (index + 1 == bytes.count || bytes[index + 1] != lf) {
          lines += 1
        }
        index += 1
        continue
      }
      switch byte {
      case comma where state != .formulaQuoted:
        fields.append(fieldStart..<index)
        if fields.count >= CSVReader.maximumFieldCount { return .problem(.tooLong, at: index) }
        (state, fieldStart) = (.beginning, index + 1)
      case lf, cr:
        if state == .formulaQuoted { return .problem(.unclosedQuote, at: index) }
        // Half of CRLF?
        if byte == cr, index + 1 == bytes.count, !isComplete { return .incomplete }
        let isPair = byte == cr && index + 1 < bytes.count && bytes[index + 1] == lf
        fields.append(fieldStart..<index)
        return .row(
          end: index, next: index + (isPair ? 2 : 1), fields: fields, lines: lines + 1)
      case quote:
        switch state {
        case .beginning, .closed: state = .quoted
        case .formula: state = .formulaQuoted
        case .formulaQuoted: state = .formulaClosed
        default: return .problem(.strayQuote, at: index)
        }
      default:
        switch state {
        case .beginning: state = byte == UInt8(ascii: "=") ? .formula : .plain
        case .formula: state = .plain
        case .closed, .formulaClosed: return .problem(.textAfterQuote, at: index)
        default: break
        }
      }
      index += 1
    }
    let isOpen = state == .quoted || state == .formulaQuoted
    if index < bytes.count || index - start >= CSVReader.maximumRowLength {
      return .problem(isOpen ? .unclosedQuote : .tooLong, at: index)
    }
    guard isComplete else { return .incomplete }
    if isOpen { return .problem(.unclosedQuote, at: index) }
    fields.append(fieldStart..<index)
    return .row(end: index, next: index, fields: fields, lines: lines)
  }

  /// Where the line after the one at `start` begins, or nil when it is not among the bytes.
  static func lineEnd(in bytes: [UInt8], from start: Int, isComplete: Bool) -> Int? {
    guard let end = bytes[start...].firstIndex(where: { $0 == lf || $0 == cr }) else { return nil }
    if bytes[end] == lf { return end + 1 }
    if end + 1 == bytes.count { return isComplete ? end + 1 : nil }
    return bytes[end + 1] == lf ? end + 2 : end + 1
  }

  /// How many lines end among the bytes.
  static func lineCount(in bytes: ArraySlice<UInt8>) -> Int {
    var (count, last) = (0, UInt8(0))
    for byte in bytes {
      if byte == cr || byte == lf && last != cr { count += 1 }
      last = byte
    }
    return count
  }
}

/// What a field of a CSV file says, and how a text is written as one.
enum CSVField {
  private static let quote = UInt8(ascii: "\"")

  /// The text of a field as it stands in the file; nil for bytes that are not UTF-8.
  static func text(_ raw: ArraySlice<UInt8>) -> String? {
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

  /// A text as a field: in quotation marks where it needs them.
  static func written(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { byte in
      byte == quote || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
    }
    return needsQuotes ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }
}
