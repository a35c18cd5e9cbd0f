/// One line of a screen: pieces of text, each made safe, with their styles and their width.
struct TextLine: Sendable {
  private struct Piece {
    let text: String
    let style: TextStyle
  }

  private var pieces: [Piece] = []
  /// The columns that the line takes.
  private(set) var columns = 0

  /// Creates an empty line.
  init() {}

  /// Creates a line of one piece.
  init(_ text: String, _ style: TextStyle = .plain, indent: Int = 0) {
    append(spaces: indent)
    append(text, style)
  }

  /// Adds text from anywhere, made safe.
  mutating func append(_ text: String, _ style: TextStyle = .plain) {
    append(Cell(text), style)
  }

  /// Adds a cell, whose columns may be known already: measuring other scripts takes its time.
  mutating func append(_ cell: Cell, _ style: TextStyle = .plain, columns known: Int? = nil) {
    let text = cell.rendered
    // Spaces look the same in every style.
    let isBlank = text.utf8.allSatisfy { $0 == UInt8(ascii: " ") }
    pieces.append(Piece(text: text, style: isBlank ? .plain : style))
    columns += known ?? cell.columns
  }

  /// Adds spaces.
  mutating func append(spaces: Int) {
    guard spaces > 0 else { return }
    pieces.append(Piece(text: String(repeating: " ", count: spaces), style: .plain))
    columns += spaces
  }

  /// Adds another line's pieces.
  mutating func append(_ line: TextLine) {
    pieces += line.pieces
    columns += line.columns
  }

  /// Writes the line without spaces at its end, and without a new line.
  func write(to text: inout String, color: Bool) {
    let end = pieces.lastIndex { !$0.text.utf8.allSatisfy { $0 == UInt8(ascii: " ") } }
    guard let end else { return }
    for (index, piece) in pieces[...end].enumerated() {
      let content = index == end ? piece.text.withoutTrailingSpaces : piece.text
      if color, let parameters = piece.style.parameters {
        text += "\u{1B}[\(parameters)m\(content)\u{1B}[0m"
      } else {
        text += content
      }
    }
  }
}
