/// The drawn lines of a screen: safe text, the styles of its pieces, and the columns of each line.
///
/// All lines are in one buffer, to avoid an allocation per line (`make bench`: a journey).
struct TextPage {
  /// A styled piece of the text, by its range in the buffer.
  private struct Piece {
    var start: Int
    var end: Int
    let style: TextStyle
  }

  /// A finished line: the end of its text and pieces, and its columns.
  private struct Line {
    let end: Int
    let piecesEnd: Int
    let columns: Int
  }

  /// A control sequence that draws over the lines up to this one, from a column.
  private struct Graphic {
    let line: Int
    let column: Int
    let rows: Int
    let text: String

    /// The text between the movements to its place and back.
    var control: String {
      "\u{1B}7\r" + (rows > 1 ? "\u{1B}[\(rows - 1)A" : "")
        + (column > 0 ? "\u{1B}[\(column)C" : "") + text + "\u{1B}8"
    }
  }

  private var bytes: [UInt8] = []
  private var graphics: [Graphic] = []
  private var pieces: [Piece] = []
  private var lines: [Line] = []

  /// Whether styles are kept, which a page without colours does not need.
  let hasStyles: Bool

  /// The columns of the current line.
  private(set) var columns = 0

  /// Creates an empty page.
  init(hasStyles: Bool) {
    self.hasStyles = hasStyles
    bytes.reserveCapacity(2048)
    lines.reserveCapacity(64)
  }

  /// The number of finished lines.
  var count: Int { lines.count }

  // MARK: Drawing

  /// Adds text from outside to the line, made safe.
  mutating func append(_ text: String, _ style: TextStyle = .plain) {
    if let columns = text.simpleColumns {
      append(text, columns: columns, style)
    } else {
      append(Cell(text), style)
    }
  }

  /// Adds a cell to the line.
  mutating func append(_ cell: Cell, _ style: TextStyle = .plain) {
    let start = bytes.count
    append(spaces: cell.leadingSpaces)
    append(cell.isolatedText, columns: cell.textColumns, .plain)
    append(spaces: cell.trailingSpaces)
    add(style, from: start)
  }

  private mutating func append(_ safe: String, columns: Int, _ style: TextStyle) {
    let start = bytes.count
    bytes.append(contentsOf: safe.utf8)
    self.columns += columns
    add(style, from: start)
  }

  private mutating func add(_ style: TextStyle, from start: Int) {
    // Spaces look the same in every style.
    guard hasStyles, style != .plain, bytes[start...].contains(where: { $0 != .space }) else {
      return
    }
    pieces.append(Piece(start: start, end: bytes.count, style: style))
  }

  /// Adds characters with control sequences of the app's own, which draw on so many columns.
  mutating func append(drawn text: String, columns: Int) {
    append(text, columns: columns, .plain)
  }

  /// Adds empty lines, over which a control sequence draws from the current column. It begins with
  /// the cursor in the first of them, and may leave it anywhere.
  mutating func add(graphic text: String, rows: Int) {
    let column = columns
    for _ in 1..<rows { endLine() }
    graphics.append(Graphic(line: lines.count, column: column, rows: rows, text: text))
    endLine()
  }

  /// Adds a symbol of one column several times.
  mutating func append(_ symbol: Unicode.Scalar, times: Int, _ style: TextStyle = .plain) {
    let (start, symbol) = (bytes.count, Array(String(symbol).utf8))
    for _ in 0..<times { bytes += symbol }
    columns += times
    add(style, from: start)
  }

  /// Adds spaces to the line.
  mutating func append(spaces count: Int) {
    guard count > 0 else { return }
    for _ in 0..<count { bytes.append(.space) }
    columns += count
  }

  /// Adds a finished line of another page to the line.
  ///
  /// - Parameter first: the first line of that page that is added; without all its lines a graphic is
  ///   left out.
  mutating func append(line index: Int, of page: TextPage, from first: Int = 0) {
    for graphic in page.graphics where graphic.line == index && index - first + 1 >= graphic.rows {
      graphics.append(
        Graphic(
          line: lines.count, column: columns + graphic.column, rows: graphic.rows,
          text: graphic.text))
    }
    let previous = index > 0 ? page.lines[index - 1] : nil
    let line = page.lines[index]
    let start = previous.map { $0.end + 1 } ?? 0
    let offset = bytes.count - start
    bytes.append(contentsOf: page.bytes[start..<line.end])
    columns += line.columns
    for piece in page.pieces[(previous?.piecesEnd ?? 0)..<line.piecesEnd] {
      pieces.append(
        Piece(start: piece.start + offset, end: piece.end + offset, style: piece.style))
    }
  }

  /// Adds finished lines of another page.
  mutating func add(_ lines: Range<Int>, of page: TextPage) {
    for line in lines {
      append(line: line, of: page, from: lines.lowerBound)
      endLine()
    }
  }

  /// Adds all lines of another page, or as many as are allowed, of which the last ends with a mark.
  ///
  /// - Parameters:
  ///   - most: the largest number of lines, at least 1.
  ///   - width: the columns of a line.
  mutating func add(_ page: TextPage, most: Int, width: Int) {
    guard page.count > most else { return add(page) }
    add(0..<most - 1, of: page)
    let last = page.lines[most - 1]
    guard last.columns + 2 > width else {
      append(line: most - 1, of: page)
      append(" …", .quiet)
      return endLine()
    }
    let start = most > 1 ? page.lines[most - 2].end + 1 : 0
    let text = String(decoding: page.bytes[start..<last.end], as: UTF8.self)
    let style = page.pieces.first { $0.start >= start && $0.start < last.end }?.style ?? .plain
    add(line: "\(text) …".truncated(to: width), style)
  }

  /// Adds all lines of another page.
  mutating func add(_ page: TextPage) {
    add(0..<page.count, of: page)
  }

  /// Returns whether a finished line has no text and isn't part of a graphic.
  func isBlank(_ line: Int) -> Bool {
    lines[line].columns == 0
      && !graphics.contains { $0.line - $0.rows < line && line <= $0.line }
  }

  /// Finishes the line, without trailing spaces.
  mutating func endLine() {
    let start = lines.last.map { $0.end + 1 } ?? 0
    while bytes.count > start, bytes.last == .space {
      bytes.removeLast()
      columns -= 1
    }
    if let last = pieces.indices.last { pieces[last].end = min(pieces[last].end, bytes.count) }
    lines.append(Line(end: bytes.count, piecesEnd: pieces.count, columns: columns))
    bytes.append(UInt8(ascii: "\n"))
    columns = 0
  }

  /// Adds a line of one piece.
  mutating func add(line text: String, _ style: TextStyle = .plain, indent: Int = 0) {
    append(spaces: indent)
    append(text, style)
    endLine()
  }

  // MARK: What was drawn

  /// The finished lines, each with a line break.
  var text: String {
    guard !pieces.isEmpty || !graphics.isEmpty else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var text = ""
    text.reserveCapacity(bytes.count + pieces.count * 10)
    var written = 0
    func write(to end: Int) {
      text += String(decoding: bytes[written..<end], as: UTF8.self)
      written = end
    }
    var rest = graphics.sorted { $0.line < $1.line }[...]
    func drawGraphics(before position: Int) {
      while let graphic = rest.first, lines[graphic.line].end <= position {
        write(to: lines[graphic.line].end)
        text += graphic.control
        rest.removeFirst()
      }
    }
    for piece in pieces {
      drawGraphics(before: piece.start)
      guard let parameters = piece.style.parameters else { continue }
      write(to: piece.start)
      text += "\u{1B}[\(parameters)m"
      write(to: piece.end)
      text += "\u{1B}[0m"
    }
    drawGraphics(before: bytes.count)
    write(to: bytes.count)
    return text
  }
}

extension UInt8 {
  fileprivate static let space = UInt8(ascii: " ")
}
