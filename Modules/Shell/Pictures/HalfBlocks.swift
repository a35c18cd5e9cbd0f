import Terminal

/// A picture of characters whose upper and lower halves have colours of 24 bits.
enum HalfBlocks {
  /// Returns the lines.
  static func lines(_ pixels: Pixels) -> [String] {
    stride(from: 0, to: pixels.height, by: 2).map { y in
      var text = ""
      var last: [Pixels.Color?]?
      for x in 0..<pixels.width {
        let colors = [
          pixels.color(x, y), y + 1 < pixels.height ? pixels.color(x, y + 1) : nil,
        ]
        if colors != last {
          text += "\u{1B}[\(parameters(38, colors[0]));\(parameters(48, colors[1]))m"
        }
        last = colors
        text += "▀"
      }
      return text + "\u{1B}[0m"
    }
  }

  private static func parameters(_ kind: Int, _ color: Pixels.Color?) -> String {
    color.map { "\(kind);2;\($0.red);\($0.green);\($0.blue)" } ?? "\(kind + 1)"
  }
}
