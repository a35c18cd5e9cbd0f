/// Puts pieces one after the other, on as many lines as they need.
struct TextFlow {
  private let width: Int
  private let gap: Int
  private let indent: Int
  private var lines: [TextLine] = []
  private var line: TextLine
  private var nextGap = 0

  /// Starts a flow; lines after the first begin with the indent.
  init(width: Int, gap: Int, indent: Int = 0) {
    self.width = width
    self.gap = gap
    self.indent = indent
    line = TextLine(capacity: width)
  }

  /// Adds a piece, on a new line where it does not fit, and leaves a gap after it.
  mutating func append(_ text: String, _ style: TextStyle, gap: Int? = nil) {
    let piece = Cell(text)
    if line.columns > indent, line.columns + nextGap + piece.columns > width {
      lines.append(line)
      line = TextLine(capacity: width)
      line.append(spaces: indent)
    } else {
      line.append(spaces: nextGap)
    }
    line.append(piece, style)
    nextGap = gap ?? self.gap
  }

  /// Gives all lines.
  consuming func finished() -> [TextLine] {
    line.columns == 0 ? lines : lines + [line]
  }
}
