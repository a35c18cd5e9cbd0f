/// Wraps paragraphs to a width at spaces and between East Asian Characters (a part of UAX #14).
nonisolated struct LineWrapping: Sendable, Equatable {
  /// Holds the columns of a line, its indent among them.
  let columns: Int

  /// Holds the spaces before every line of a paragraph but its first.
  let hangingIndent: Int

  /// Takes a width, raised to one column, and an indent, lowered to leave two columns for text.
  init(columns: Int, hangingIndent: Int = 0) {
    self.columns = max(1, columns)
    self.hangingIndent = min(max(0, hangingIndent), max(0, columns - 2))
  }

  /// Gives the lines of outside text, made safe first; a newline ends a paragraph, even an empty one.
  func lines(of outside: String) -> [String] {
    // Most text is a short line of plain letters, of which nothing is to be made.
    if outside.utf8.count <= columns, outside.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }),
      outside.utf8.first != 0x20, outside.utf8.last != 0x20
    {
      return [outside]
    }
    let text = TerminalSafeText(block: outside).text
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      var lines = WrappedParagraph(columns: columns, hangingIndent: hangingIndent)
      for character in paragraph { lines.append(character) }
      return lines.finished()
    }
  }
}
