import Files

/// Reads the rows of a CSV file (RFC 4180) one after the other, with the bytes of each.
///
/// It is strict: quotation marks enclose a whole field, and are doubled inside it. One other form
/// is accepted, which spreadsheets read as text and Goodreads writes: `="9780"`. Rows end with LF,
/// CRLF or CR. An invalid row is returned with its problem, and reading continues on the line after
/// the row's first line, so that a missing quotation mark invalidates no other row.
///
/// Each byte is read once, except the lines after an invalid row, of which at most
/// ``maximumRereading`` bytes are read again. A cancelled task is noticed within 64 KB, the bytes that are
/// scanned at once.
package struct CSVReader {
  /// One row of the file.
  struct Row {
    /// The number of its first line, from 1.
    let line: Int
    /// The bytes in the file, without the line ending.
    let bytes: [UInt8]
    /// The ranges of the fields in `bytes`, including quotation marks.
    let fields: [Range<Int>]
    /// The problem of an invalid row, which has no fields, or nil.
    let problem: Problem?
  }

  /// The problem with a row.
  package enum Problem: Error, Hashable {
    /// A quotation mark in the middle of a field that does not begin with one.
    case strayQuote
    /// Something other than a comma after a closing quotation mark.
    case textAfterQuote
    /// A quotation mark that is not closed.
    case unclosedQuote
    /// More bytes or fields than a row may have.
    case tooLong
  }

  /// The maximum length of a row, in bytes.
  static let maximumRowLength = 12 << 20
  /// The maximum number of fields of a row.
  static let maximumFieldCount = 1000
  /// The maximum number of bytes read again after invalid rows; beyond it, invalid rows swallow the
  /// following lines.
  static let maximumRereading = 64 << 20

  private let read: () throws(FileProblem) -> [UInt8]
  private let rereadingLimit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var line = 1
  private var isAtEnd = false
  private var reread = 0
  /// The number of bytes read so far.
  private(set) var bytesTaken = 0

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - rereadingLimit: the number of bytes that may be read again after invalid rows.
  ///   - read: returns the next bytes of the file, none at its end.
  init(
    rereadingLimit: Int = CSVReader.maximumRereading,
    read: @escaping () throws(FileProblem) -> [UInt8]
  ) {
    self.rereadingLimit = rereadingLimit
    self.read = read
  }

  /// Returns the next row, or nil at the end of the file. Skips empty lines.
  mutating func next() throws(FileProblem) -> Row? {
    if bytesTaken == 0, start == 0 { try skipMark() }
    var scan = CSVScan()
    while true {
      if Task.isCancelled { throw .cancelled }
      skipEmptyLines()
      while start == buffer.count, !isAtEnd { try fill() }
      if start == buffer.count { return nil }
      let result = scan.resume(in: buffer, from: start, isComplete: isAtEnd)
      switch result {
      case .incomplete: try fill()
      case .paused: break
      case .row(let end, let next, let fields, let lines):
        let (first, begin) = (line, start)
        advance(to: next, lines: lines)
        scan = CSVScan()
        if begin == end { continue }
        return Row(
          line: first, bytes: Array(buffer[begin..<end]), fields: fields, problem: nil)
      case .problem(let problem, let place):
        let first = line
        try skipLine(after: place)
        return Row(line: first, bytes: [], fields: [], problem: problem)
      }
    }
  }

  /// Returns the fields of a stored row.
  static func fields(of bytes: [UInt8]) -> [Range<Int>]? {
    guard case .row(_, let next, let fields, _) = CSVScan.row(in: bytes),
      next == bytes.count
    else { return nil }
    return fields
  }

  // MARK: Bytes

  /// Skips line feeds before a row; an empty line with another ending is a row without bytes.
  private mutating func skipEmptyLines() {
    let count = buffer.withUnsafeBufferPointer { bytes in
      var next = start
      while next < bytes.count, bytes[next] == UInt8(ascii: "\n") { next += 1 }
      return next - start
    }
    advance(to: start + count, lines: count)
  }

  private mutating func fill() throws(FileProblem) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    let more = try read()
    if more.isEmpty { isAtEnd = true } else { buffer += more }
  }

  private mutating func advance(to next: Int, lines: Int) {
    bytesTaken += next - start
    start = next
    line += lines
  }

  /// Skips a byte order mark.
  private mutating func skipMark() throws(FileProblem) {
    while buffer.count < 3, !isAtEnd { try fill() }
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { advance(to: 3, lines: 0) }
  }

  /// Continues after the first line of an invalid row or, if too much was already read twice, after
  /// the line of the error.
  private mutating func skipLine(after place: Int) throws(FileProblem) {
    reread += place - start
    if reread > rereadingLimit {
      advance(to: place, lines: CSVScan.lineCount(in: buffer, from: start, to: place))
    }
    while true {
      if Task.isCancelled { throw .cancelled }
      if let next = CSVScan.lineEnd(in: buffer, from: start, isComplete: isAtEnd) {
        return advance(to: next, lines: 1)
      }
      // Nothing of an endless line is kept; a CR at the end of the buffer may be half of a CRLF.
      let rest = buffer.last == UInt8(ascii: "\r") ? 1 : 0
      advance(to: buffer.count - rest, lines: 0)
      if isAtEnd { return advance(to: buffer.count, lines: 0) }
      try fill()
    }
  }
}
