nonisolated extension String {
  /// Returns the text within a number of columns, shortened to whole Characters and «…», which
  /// takes one column (UAX #11, 5: Ambiguous is narrow). Reads no further than the cut.
  func truncated(to columns: Int) -> String {
    if let width = simpleColumns, width <= columns { return self }
    var used = 0
    var cut = startIndex
    var index = startIndex
    while index < endIndex {
      used += self[index].displayWidth
      if used > columns { return columns < 1 ? "" : "\(self[..<cut])…" }
      index = self.index(after: index)
      if used < columns { cut = index }
    }
    return self
  }
}
