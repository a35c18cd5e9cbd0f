nonisolated extension String {
  /// Gives the text in no more than some columns, whole Characters and then «…», itself of one
  /// column (UAX #11, 5: Ambiguous is narrow), for what is cut, reading no further than the cut.
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
