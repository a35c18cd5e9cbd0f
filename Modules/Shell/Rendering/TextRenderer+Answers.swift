extension TextRenderer {
  /// An answer, on as many lines as it needs.
  ///
  /// - Parameter lines: the lines of the answer, made safe already.
  func answer(_ lines: [String]) -> String {
    lines.flatMap(wrapped).map { "\($0)\n" }.joined()
  }

  private func wrapped(_ line: String) -> [String] {
    guard line.displayWidth > width else { return [line] }
    return LineWrapping(columns: width, hangingIndent: hang(of: line)).lines(ofSafe: line)
  }

  /// The column below which a line goes on: that of an explanation, two spaces or more behind what
  /// it explains, where more than half of the width is left for it; else a little to the right.
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
