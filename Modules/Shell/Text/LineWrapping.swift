/// Wraps paragraphs to a width at spaces and between East Asian Characters (a part of UAX #14).
nonisolated struct LineWrapping: Sendable, Equatable {
  /// The columns of a line, including its indent.
  let columns: Int

  /// The indent of all lines of a paragraph except the first.
  let hangingIndent: Int

  /// Creates a wrapping with a width of at least one column, and an indent that leaves two columns
  /// for text.
  init(columns: Int, hangingIndent: Int = 0) {
    self.columns = max(1, columns)
    self.hangingIndent = min(max(0, hangingIndent), max(0, columns - 2))
  }

  /// Returns the lines of text from outside, made safe first; a newline ends a paragraph, even an
  /// empty one.
  func lines(of outside: String) -> [String] {
    if let lines = simpleLines(of: outside) { return lines }
    return lines(ofSafe: TerminalSafeText(block: outside).text)
  }

  /// Returns the lines of safe text, and keeps its isolates (`bidiIsolated`).
  func lines(ofSafe text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      var lines = WrappedParagraph(columns: columns, hangingIndent: hangingIndent)
      for character in paragraph { lines.append(character) }
      return lines.finished()
    }
  }

  /// Returns whether the text is one line that needs no wrapping, as most text is (`make bench`: a
  /// journey).
  private func keeps(_ text: String) -> Bool {
    text.utf8.count <= columns && text.utf8.first != UInt8(ascii: " ")
      && text.utf8.last != UInt8(ascii: " ") && text.simpleColumns != nil
  }

  /// Returns the lines of simple text, or nil for any other.
  private func simpleLines(of text: String) -> [String]? {
    if keeps(text) { return [text] }
    guard text.isSimple(but: UInt8(ascii: "\n")) else { return nil }
    return text.utf8.withContiguousStorageIfAvailable { bytes in
      let paragraph = { (part: Slice<UnsafeBufferPointer<UInt8>>) in
        SimpleParagraph(part, columns: columns, hangingIndent: hangingIndent).finished()
      }
      var lines: [String] = []
      var rest = bytes[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        lines += paragraph(rest[..<end])
        rest = rest[(end + 1)...]
      }
      return lines + paragraph(rest)
    }
  }
}
