import Files
import Foundation

/// Reads the rows of a CSV file (RFC 4180) one after the other, and keeps the bytes of each.
///
/// Strict: a quotation mark stands around a whole field, doubled within it, or nowhere. One form more
/// is taken, which spreadsheets read as text and Goodreads has written for years: `="9780"`. Rows end
/// with LF, CRLF or CR. A row that breaks the rules is given with what is wrong, and reading goes on
/// with the line after the one on which it began, so that one lost quotation mark takes no other row
/// with it.
///
/// Each byte is looked at once, but for the lines after a bad row: ``maximumRereading`` bytes are looked
/// at again at most. A cancelled task is noticed within some ten thousand bytes.
package struct CSVReader {
  /// One row of the file.
  struct Row {
    /// The line on which it begins, from 1.
    let line: Int
    /// What stands in the file, without the end of the line.
    let bytes: [UInt8]
    /// Where each field stands in `bytes`, quotation marks included.
    let fields: [Range<Int>]
    /// What is wrong, or nil; such a row has no fields.
    let problem: Problem?

    /// Whether one of the bytes is zero.
    var hasZeroByte: Bool {
      bytes.withUnsafeBytes { bytes in
        bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
      }
    }
  }

  /// What is wrong with a row.
  package enum Problem: Error, Hashable {
    /// A quotation mark in the middle of a field that does not begin with one.
    case strayQuote
    /// Something other than a comma behind a closing quotation mark.
    case textAfterQuote
    /// A quotation mark that is not closed.
    case unclosedQuote
    /// More bytes or fields than a row may have.
    case tooLong
  }

  /// The length of the longest row, in bytes.
  static let maximumRowLength = 12 << 20
  /// The number of fields of the longest row.
  static let maximumFieldCount = 1000
  /// How many bytes are read again in all after bad rows; behind that, they take lines with them.
  static let maximumRereading = 64 << 20

  private let read: () throws(FileProblem) -> [UInt8]
  private var buffer: [UInt8] = []
  private var start = 0
  private var line = 1
  private var isAtEnd = false
  private var reread = 0
  /// How many bytes were taken so far.
  private(set) var bytesTaken = 0

  /// Creates a reader.
  ///
  /// - Parameter read: gives the next bytes of the file, none at its end.
  init(read: @escaping () throws(FileProblem) -> [UInt8]) {
    self.read = read
  }

  /// The next row, or nil at the end of the file. Empty lines are passed over.
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

  /// The fields of a row that was kept.
  static func fields(of bytes: [UInt8]) -> [Range<Int>]? {
    guard case .row(_, let next, let fields, _) = CSVScan.row(in: bytes),
      next == bytes.count
    else { return nil }
    return fields
  }

  // MARK: Bytes

  /// Passes over line feeds before a row; an empty line that ends otherwise is a row without bytes.
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

  /// Passes over the mark that some programs write before UTF-8.
  private mutating func skipMark() throws(FileProblem) {
    while buffer.count < 3, !isAtEnd { try fill() }
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { advance(to: 3, lines: 0) }
  }

  /// Goes on behind the line on which a bad row began or, when too much was read twice already,
  /// behind the one on which it went wrong.
  private mutating func skipLine(after place: Int) throws(FileProblem) {
    reread += place - start
    if reread > Self.maximumRereading {
      advance(to: place, lines: CSVScan.lineCount(in: buffer, from: start, to: place))
    }
    while true {
      if Task.isCancelled { throw .cancelled }
      if let next = CSVScan.lineEnd(in: buffer, from: start, isComplete: isAtEnd) {
        return advance(to: next, lines: 1)
      }
      // Nothing of an endless line is kept; a CR at the end of what is there may be half of CRLF.
      let rest = buffer.last == UInt8(ascii: "\r") ? 1 : 0
      advance(to: buffer.count - rest, lines: 0)
      if isAtEnd { return advance(to: buffer.count, lines: 0) }
      try fill()
    }
  }
}
