import CEdit
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension EditingThread {
  /// The text before the cursor.
  var lineBeforeCursor: String { text { ($0.buffer, $0.cursor) } }

  /// The text after the cursor.
  var lineAfterCursor: String { text { ($0.cursor, $0.lastchar) } }

  /// The whole line.
  var wholeLine: String { text { ($0.buffer, $0.lastchar) } }

  private func text(
    _ part: (LineInfoW) -> (UnsafePointer<wchar_t>?, UnsafePointer<wchar_t>?)
  ) -> String {
    guard !question.isSecret, let info = cedit_line(editor) else { return "" }
    guard case (let start?, let end?) = part(info.pointee) else { return "" }
    var text = String.UnicodeScalarView()
    for character in UnsafeBufferPointer(start: start, count: end - start) {
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

  /// Tells libedit the terminal's size.
  func resize() {
    cedit_resize(editor)
    columns = terminal.size.columns
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
