/// A piece of one line, shortened and padded by display width, and isolated from its neighbours.
nonisolated struct Cell: Sendable, Equatable {
  /// The alignment of the text in the cell.
  enum Alignment: Sendable, Equatable, CaseIterable {
    /// The padding is after the text.
    case leading

    /// The padding is before the text, for numbers.
    case trailing
  }

  /// The safe text, without isolates or padding.
  private(set) var text: String

  /// Whether the text is known to have no right-to-left letters.
  private let isSimple: Bool

  /// The columns of the text, without padding.
  private(set) var textColumns: Int

  /// The number of spaces before the text.
  private(set) var leadingSpaces = 0

  /// The number of spaces after the text.
  private(set) var trailingSpaces = 0

  /// Creates a cell of text from outside, made safe for one line, so that only this type adds
  /// isolates.
  init(_ outside: String) {
    if let columns = outside.simpleColumns {
      text = outside
      textColumns = columns
      isSimple = true
    } else {
      text = TerminalSafeText(line: outside).text
      textColumns = text.displayWidth
      isSimple = false
    }
  }

  /// The text for the terminal, without padding.
  var isolatedText: String { isSimple ? text : text.bidiIsolated }

  /// The columns of the cell including its padding (UAX #11).
  var columns: Int { leadingSpaces + textColumns + trailingSpaces }

  /// The text for the terminal, with the padding outside the isolates.
  var rendered: String {
    String(repeating: " ", count: leadingSpaces) + isolatedText
      + String(repeating: " ", count: trailingSpaces)
  }

  /// Returns the cell without padding, shortened with an ellipsis if it is too wide.
  func truncated(to columns: Int) -> Cell {
    var cell = self
    cell.leadingSpaces = 0
    cell.trailingSpaces = 0
    if textColumns > columns {
      cell.text = text.truncated(to: columns)
      cell.textColumns = cell.text.displayWidth
    }
    return cell
  }

  /// Returns the cell with more spaces on both sides.
  func padded(by spaces: Int) -> Cell {
    var cell = self
    cell.leadingSpaces += spaces
    cell.trailingSpaces += spaces
    return cell
  }

  /// Returns the cell padded with spaces to a width, or unchanged if it is wider.
  func padded(to columns: Int, alignment: Alignment = .leading) -> Cell {
    var cell = self
    let missing = max(0, columns - self.columns)
    switch alignment {
    case .leading: cell.trailingSpaces += missing
    case .trailing: cell.leadingSpaces += missing
    }
    return cell
  }
}

/// A table of two columns.
enum TwoColumns {
  /// Returns the lines, whose first column is as wide as its longest text.
  static func lines(_ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.displayWidth).max() ?? 0
    return rows.map { "  \(Cell($0).padded(to: width).rendered)  \($1)" }
  }
}
