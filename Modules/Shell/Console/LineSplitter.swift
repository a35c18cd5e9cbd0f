import Terminal
import Core

/// Splits bytes into lines of bounded length and checks that they are UTF-8.
struct LineSplitter: Sendable {
  /// The maximum length of a line, in bytes: the longest text of a field, and its command.
  static let limit = FieldKind.maximumTextSize + (1 << 20)

  private var line: [UInt8] = []
  private var isTooLong = false
  private var isFirst = true

  /// Appends bytes and returns the completed lines.
  mutating func lines(of bytes: some Collection<UInt8>) -> [InputLine] {
    var lines: [InputLine] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<end])
      lines.append(finish())
      rest = rest[rest.index(after: end)...]
    }
    append(rest)
    return lines
  }

  /// Returns the last line, if it has no line ending.
  mutating func last() -> InputLine? {
    line.isEmpty && !isTooLong ? nil : finish()
  }

  private mutating func append(_ bytes: some Collection<UInt8>) {
    guard !isTooLong else { return }
    // One byte more, for the carriage return of a CRLF line ending.
    if line.count + bytes.count > Self.limit + 1 {
      isTooLong = true
      line = []
    } else {
      line += bytes
    }
  }

  private mutating func finish() -> InputLine {
    defer {
      line.removeAll(keepingCapacity: line.count < 65_536)
      isTooLong = false
      isFirst = false
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    // A byte order mark is not part of the text.
    if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    if isTooLong || line.count > Self.limit { return .tooLong }
    return String(validating: line, as: UTF8.self).map(InputLine.text) ?? .notText
  }
}
