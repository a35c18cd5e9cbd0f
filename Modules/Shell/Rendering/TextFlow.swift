/// Places pieces one after the other on a page, wrapping lines.
struct TextFlow {
  private let width: Int
  private let indent: Int
  private var nextGap = 0

  /// Starts a flow; lines after the first are indented.
  init(width: Int, indent: Int = 0) {
    self.width = width
    self.indent = indent
  }

  /// Adds a piece, on a new line if it does not fit, and a gap after it.
  mutating func append(
    _ text: String, _ style: TextStyle, gap: Int = 2, to page: inout TextPage
  ) {
    append(Cell(text), style, gap: gap, to: &page)
  }

  /// Adds a piece, on a new line if it does not fit, and a gap after it.
  mutating func append(
    _ cell: Cell, _ style: TextStyle, gap: Int = 2, to page: inout TextPage
  ) {
    if page.columns > indent, page.columns + nextGap + cell.columns > width {
      page.endLine()
      page.append(spaces: indent)
    } else {
      page.append(spaces: nextGap)
    }
    page.append(cell, style)
    nextGap = gap
  }
}
