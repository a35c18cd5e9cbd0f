/// One line of a screen: text made safe, the styles of its pieces, and its width.
struct TextLine: Sendable {
  /// A piece of the text that is not plain, by its place in bytes.
  private struct Styled {
    let start: UInt32
    let end: UInt32
    let style: TextStyle

    init(_ range: Range<Int>, _ style: TextStyle) {
      start = UInt32(range.lowerBound)
      end = UInt32(range.upperBound)
      self.style = style
    }

    var range: Range<Int> { Int(start)..<Int(end) }
  }

  private var text = ""
  /// The first of the pieces, apart: few lines have more, and an array is something to be made.
  private var firstPiece: Styled?
  private var secondPiece: Styled?
  private var otherPieces: [Styled] = []
  /// The columns that the line takes.
  private(set) var columns = 0

  /// Creates an empty line.
  init() {}

  /// Creates an empty line that will take about so many columns.
  init(capacity: Int) {
    text.reserveCapacity(capacity)
  }

  /// Creates a line of one piece.
  init(_ text: String, _ style: TextStyle = .plain, indent: Int = 0) {
    append(spaces: indent)
    append(text, style)
  }

  /// Adds text from anywhere, made safe.
  mutating func append(_ text: String, _ style: TextStyle = .plain) {
    append(Cell(text), style)
  }

  /// Adds a cell.
  mutating func append(_ cell: Cell, _ style: TextStyle = .plain) {
    let start = text.utf8.count
    cell.write(to: &text)
    columns += cell.columns
    // Spaces look the same in every style.
    if style != .plain, text.utf8[text.utf8Index(start)...].contains(where: { $0 != .space }) {
      append(Styled(start..<text.utf8.count, style))
    }
  }

  private mutating func append(_ piece: Styled) {
    if firstPiece == nil {
      firstPiece = piece
    } else if secondPiece == nil {
      secondPiece = piece
    } else {
      otherPieces.append(piece)
    }
  }

  private var pieces: [Styled] {
    [firstPiece, secondPiece].compactMap { $0 } + otherPieces
  }

  /// Adds spaces.
  mutating func append(spaces: Int) {
    guard spaces > 0 else { return }
    text.append(spaces: spaces)
    columns += spaces
  }

  /// Adds another line's pieces.
  mutating func append(_ line: TextLine) {
    let start = text.utf8.count
    text += line.text
    columns += line.columns
    for piece in line.pieces {
      let range = piece.range
      append(Styled(start + range.lowerBound..<start + range.upperBound, piece.style))
    }
  }

  /// Writes the line without spaces at its end, and without a new line.
  func write(to screen: inout String, color: Bool) {
    guard let last = text.utf8.lastIndex(where: { $0 != .space }) else { return }
    let visible = text[...last]
    guard color else { return screen += visible }
    var written = 0
    for piece in pieces {
      guard let parameters = piece.style.parameters else { continue }
      let range = piece.range
      screen += visible[text.utf8Index(written)..<text.utf8Index(range.lowerBound)]
      let content = visible[text.utf8Index(range.lowerBound)...].utf8.prefix(range.count)
      screen += "\u{1B}[\(parameters)m\(Substring(content))\u{1B}[0m"
      written = range.upperBound
    }
    if written < visible.utf8.count { screen += visible[text.utf8Index(written)...] }
  }
}

extension String {
  fileprivate func utf8Index(_ offset: Int) -> Index {
    utf8.index(startIndex, offsetBy: offset)
  }
}

extension UInt8 {
  fileprivate static let space = UInt8(ascii: " ")
}
