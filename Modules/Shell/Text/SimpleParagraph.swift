/// Fills the lines of one paragraph of simple text (`Unicode.Scalar.isSimple`), as `WrappedParagraph`
/// does, without looking at Characters: a line is a part of the text as it stands.
nonisolated struct SimpleParagraph {
  /// Holds the columns of a line, its indent among them.
  let columns: Int

  /// Holds the spaces before every line but the first.
  let hangingIndent: Int

  private let bytes: UnsafeBufferPointer<UInt8>
  private var lines: [String] = []

  /// Holds the part of the text on the line being filled, with the columns it takes.
  private var line: (bytes: Range<Int>, columns: Int)

  /// Holds where the spaces after the line begin, those that a full line has dropped excepted.
  private var spaces: Int

  /// Takes the bytes of a paragraph.
  init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, columns: Int, hangingIndent: Int) {
    self.bytes = UnsafeBufferPointer(rebasing: bytes)
    self.columns = columns
    self.hangingIndent = hangingIndent
    spaces = 0
    line = (0..<0, 0)
  }

  /// Gives all lines, one empty line for a paragraph without a word.
  consuming func finished() -> [String] {
    var word = (start: spaces, columns: 0)
    for index in 0..<bytes.count {
      let byte = bytes[index]
      // A byte that goes on with a scalar takes no column.
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

  /// Counts the columns text has on the line a word would open.
  private var columnsOfNewLine: Int {
    lines.isEmpty && line.bytes.isEmpty ? columns : columns - hangingIndent
  }

  /// Counts the columns text has on the line being filled.
  private var columnsOfLine: Int { lines.isEmpty ? columns : columns - hangingIndent }

  /// Puts a word on the line after the spaces, or on a new one where it does not fit.
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

  /// Ends the line being filled; what follows begins at an index.
  private mutating func endLine(next: Int) {
    let indent = lines.isEmpty ? 0 : hangingIndent
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[line.bytes]), as: UTF8.self)
    lines.append(indent > 0 ? String(repeating: " ", count: indent) + text : text)
    line = (next..<next, 0)
    spaces = next
  }
}
