/// Fills the lines of one paragraph of simple text (`Unicode.Scalar.isSimple`) with the result of
/// `WrappedParagraph`, but without Characters: each line is a slice of the text (`make bench`: a
/// journey).
nonisolated struct SimpleParagraph {
  /// The columns of a line, including its indent.
  let columns: Int

  /// The indent of all lines except the first.
  let hangingIndent: Int

  private let bytes: UnsafeBufferPointer<UInt8>
  private var lines: [String] = []

  /// The range of the current line, and its columns.
  private var line: (bytes: Range<Int>, columns: Int)

  /// The start of the spaces after the line, except those dropped by a full line.
  private var spaces: Int

  /// Creates a paragraph of UTF-8 bytes.
  init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, columns: Int, hangingIndent: Int) {
    self.bytes = UnsafeBufferPointer(rebasing: bytes)
    self.columns = columns
    self.hangingIndent = hangingIndent
    spaces = 0
    line = (0..<0, 0)
  }

  /// Returns all lines, one empty line for a paragraph without a word.
  consuming func finished() -> [String] {
    var word = (start: spaces, columns: 0)
    for index in 0..<bytes.count {
      let byte = bytes[index]
      // A continuation byte takes no column.
      if byte & 0xC0 == 0x80 { continue }
      if byte == UInt8(ascii: " ") {
        place(word, end: index)
        word = (index + 1, 0)
        continue
      }
      if word.columns > 0, word.columns + 1 > columnsOfNewLine {
        place(word, end: index)
        endLine(next: index)
        word = (index, 0)
      }
      word.columns += 1
    }
    place(word, end: bytes.count)
    if !line.bytes.isEmpty || lines.isEmpty { endLine(next: bytes.count) }
    return lines
  }

  /// The columns for text on the next line.
  private var columnsOfNewLine: Int {
    lines.isEmpty && line.bytes.isEmpty ? columns : columns - hangingIndent
  }

  /// The columns for text on the current line.
  private var columnsOfLine: Int { lines.isEmpty ? columns : columns - hangingIndent }

  /// Places a word on the line after the spaces, or on a new line if it does not fit.
  private mutating func place(_ word: (start: Int, columns: Int), end: Int) {
    guard word.columns > 0 else { return }
    let gap = word.start - spaces
    if line.columns + gap + word.columns <= columnsOfLine {
      let start = line.bytes.isEmpty ? spaces : line.bytes.lowerBound
      line = (start..<end, line.columns + gap + word.columns)
    } else {
      if !line.bytes.isEmpty { endLine(next: word.start) }
      line = (word.start..<end, word.columns)
    }
    spaces = end
  }

  /// Ends the current line; the next one begins at an index.
  private mutating func endLine(next: Int) {
    let indent = lines.isEmpty ? 0 : hangingIndent
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[line.bytes]), as: UTF8.self)
    lines.append(indent > 0 ? String(repeating: " ", count: indent) + text : text)
    line = (next..<next, 0)
    spaces = next
  }
}
