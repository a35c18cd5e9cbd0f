/// Holds a piece of one line, cut and filled by display width, that is safe beside other pieces.
nonisolated struct Cell: Sendable, Equatable {
  /// Names the side of the cell the text keeps to.
  enum Alignment: Sendable, Equatable, CaseIterable {
    /// Puts the filling after the text.
    case leading

    /// Puts the filling before the text, for numbers.
    case trailing
  }

  /// Holds the text, made safe, without isolates or filling.
  private(set) var text: String

  /// Holds what keeps right-to-left text from its neighbours.
  let isolation: BidiIsolation

  /// Counts the columns of the text: other scripts take their time to measure.
  private(set) var textColumns: Int

  /// Counts the spaces before the text.
  private(set) var leadingSpaces = 0

  /// Counts the spaces after the text.
  private(set) var trailingSpaces = 0

  /// Takes outside text, made safe for one line first, so that only this type adds isolates.
  init(_ outside: String, isolation: BidiIsolation = .firstStrong) {
    if let columns = outside.simpleColumns {
      text = outside
      textColumns = columns
      self.isolation = .off
    } else {
      text = TerminalSafeText(line: outside).text
      textColumns = text.displayWidth
      self.isolation = isolation
    }
  }

  /// Gives the columns the cell takes with its filling (UAX #11).
  var columns: Int { leadingSpaces + textColumns + trailingSpaces }

  /// Gives what is written to the terminal, the filling outside the isolates.
  var rendered: String {
    String(repeating: " ", count: leadingSpaces) + isolation.isolating(text)
      + String(repeating: " ", count: trailingSpaces)
  }

  /// Gives the cell in no more than some columns, unfilled, an ellipsis for what is cut away.
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

  /// Gives the cell filled with spaces to some columns, or as it is where it takes more.
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
