/// A table of two columns.
enum TwoColumns {
  /// Returns the lines, whose first column is as wide as its longest text.
  static func lines(_ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.displayWidth).max() ?? 0
    return rows.map { "  \(Cell($0).padded(to: width).rendered)  \($1)" }
  }
}
