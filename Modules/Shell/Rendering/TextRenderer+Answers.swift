extension TextRenderer {
  /// Renders an answer with wrapped lines.
  ///
  /// - Parameter lines: the lines of the answer, already made safe.
  func answer(_ lines: [String]) -> String {
    lines.flatMap(wrapped).map { "\($0)\n" }.joined()
  }

  private func wrapped(_ line: String) -> [String] {
    guard line.displayWidth > width else { return [line] }
    return LineWrapping(columns: width, hangingIndent: hang(of: line)).lines(ofSafe: line)
  }

  /// Returns the indent of continuation lines: the column of the explanation, after two or more
  /// spaces, if more than half of the width remains; otherwise a small indent.
  private func hang(of line: String) -> Int {
    let indent = line.prefix { $0 == " " }.count
    var column = indent
    var spaces = 0
    for character in line.dropFirst(indent) {
      if character == " " {
        spaces += 1
      } else if spaces > 1 {
        break
      } else {
        spaces = 0
      }
      column += character.displayWidth
    }
    return spaces > 1 && column < width / 2 ? column : min(indent + 2, width / 2)
  }
}
