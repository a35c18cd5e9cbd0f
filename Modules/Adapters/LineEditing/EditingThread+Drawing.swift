import CEdit
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension EditingThread {
  /// The rows that libedit gets for what is typed next.
  private static let moreRows = 1000

  /// The text before the cursor.
  var lineBeforeCursor: String { text { ($0.buffer, $0.cursor) } }

  /// The text after the cursor.
  var lineAfterCursor: String { text { ($0.cursor, $0.lastchar) } }

  /// The whole line.
  var wholeLine: String { text { ($0.buffer, $0.lastchar) } }

  /// Whether libedit reads a text of its own, such as a command after M-x, which it shows after a line break. It keeps
  /// a pointer into the line meanwhile, which must not grow.
  var readsOwnText: Bool { wholeLine.unicodeScalars.contains("\n") }

  /// Moves libedit's cursor back into the line: in vi's mode "$" moves it before an empty one (libedit 3.1-20221030).
  func keepCursorInLine() {
    guard let info = cedit_line(editor)?.pointee, let start = info.buffer, let cursor = info.cursor
    else { return }
    if cursor < start { _ = cedit_move(editor, 1) }
  }

  private func text(
    _ part: (LineInfoW) -> (UnsafePointer<wchar_t>?, UnsafePointer<wchar_t>?)
  ) -> String {
    guard !question.isSecret, let info = cedit_line(editor) else { return "" }
    guard case (let start?, let end?) = part(info.pointee) else { return "" }
    var text = String.UnicodeScalarView()
    for character in UnsafeBufferPointer(start: start, count: max(0, end - start)) {
      text.append(Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{FFFD}")
    }
    return String(text)
  }

  /// Draws the question again, below a text.
  func redraw(_ question: LineQuestion, below text: String) {
    guard edited.isEditing else { return terminal.write(text) }
    // At the end: until then the earlier prompt is on the screen, and is erased.
    defer { self.question = question }
    // In the background the question waits for `fg`.
    guard edited.hasBegun, terminal.isForeground else { return terminal.write(text) }
    terminal.begin()
    defer { isStopped = false }
    guard !question.isSecret else {
      terminal.edit()
      return terminal.write("\r\u{1B}[K" + text + question.prompt)
    }
    eraseDrawing()
    prompt = WideText(drawing: question.prompt)
    terminal.write(text)
    terminal.edit()
    resize()
    cedit_draw(editor)
  }

  /// Erases what libedit has drawn, and leaves the cursor where the prompt began.
  func eraseDrawing() {
    // After Ctrl-Z the cursor is below what the shell has written.
    let row = isStopped ? 0 : row(of: lineBeforeCursor)
    terminal.write("\r" + (row > 0 ? "\u{1B}[\(row)A" : "") + "\u{1B}[J")
  }

  /// Moves the cursor into the last row of the line.
  func moveBelow() {
    guard !question.isSecret else { return }
    let rows = row(of: wholeLine) - row(of: lineBeforeCursor)
    if rows > 0 { terminal.write("\u{1B}[\(rows)B") }
  }

  /// Tells libedit the terminal's size while nothing of the line is drawn.
  func resize() {
    cedit_resize(editor)
    addRows()
  }

  /// Returns the prompt, with which libedit begins each drawing.
  func promptToDraw() -> UnsafeMutablePointer<wchar_t> {
    // libedit has just asked for the terminal's size, and nothing of the line is drawn.
    if !edited.hasBegun { addRows() }
    return prompt.pointer
  }

  /// Returns whether the line may soon need more rows than libedit has.
  func needsRows() -> Bool {
    guard !question.isSecret, let info = cedit_line(editor)?.pointee else { return false }
    guard let start = info.buffer, let end = info.lastchar else { return false }
    guard end - start > roomForScalars else { return false }
    roomForScalars = end - start + Self.moreRows / 2
    return rows(of: wholeLine) + Self.moreRows / 2 > givenRows
  }

  /// Gives libedit more rows than the line takes, and than the terminal has: its memory is damaged by a line
  /// that is taller than the terminal (3.1-20221030).
  private func addRows() {
    let (size, line) = (terminal.size, wholeLine)
    columns = size.columns
    givenRows = max(size.rows, rows(of: line) + Self.moreRows)
    roomForScalars = line.unicodeScalars.count + Self.moreRows / 2
    _ = cedit_set_rows(editor, Int32(givenRows))
  }

  /// Returns the number of rows that libedit takes for a line at most. Scalars without a width are drawn as
  /// codes of up to nine columns.
  private func rows(of line: String) -> Int {
    let codes = line.unicodeScalars.count { cedit_width($0.value) == 0 }
    return row(of: line) + 1 + codes * 9 / max(1, columns)
  }

  /// Returns the row in which a line ends, counted from that of the prompt; as libedit wraps it.
  private func row(of line: String) -> Int {
    var (row, column) = (0, 0)
    let shown = question.prompt.drawnScalars.lazy.filter(\.takesRoom).map(\.scalar)
    for scalar in Array(shown) + Array(line.unicodeScalars) {
      let width: Int
      switch scalar {
      case "\n":
        (row, column) = (row + 1, 0)
        continue
      case "\t": width = 8 - column % 8
      default: width = Int(cedit_width(scalar.value))
      }
      if column + width > columns { (row, column) = (row + 1, 0) }
      column += width
      if column >= columns { (row, column) = (row + 1, 0) }
    }
    return row
  }
}
