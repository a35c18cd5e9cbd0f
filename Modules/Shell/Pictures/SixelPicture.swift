import Terminal

/// A picture as sixels: bands of six rows, each drawn once for each of its colours (DEC STD 070).
enum SixelPicture {
  /// The steps of red, green and blue; the colours of all terminals with sixels are 256 at least.
  private static let steps = 6

  /// Returns the sequence that shows pixels, each as one of 216 colours.
  static func text(_ pixels: Pixels) -> String {
    let colors = (0..<pixels.height).map { y in
      (0..<pixels.width).map { index(of: pixels.color($0, y)) }
    }
    var text = "\u{1B}P0;1;0q\"1;1;\(pixels.width);\(pixels.height)"
    for color in Set(colors.joined()).sorted() { text += definition(of: color) }
    for top in stride(from: 0, to: pixels.height, by: 6) {
      if top > 0 { text += "-" }
      text += band(Array(colors[top..<min(top + 6, pixels.height)]))
    }
    return text + "\u{1B}\\"
  }

  private static func index(of color: Pixels.Color) -> Int {
    func step(_ value: UInt8) -> Int { (Int(value) * (steps - 1) + 127) / 255 }
    return (step(color.red) * steps + step(color.green)) * steps + step(color.blue)
  }

  /// Defines a colour, in percent.
  private static func definition(of color: Int) -> String {
    let parts = [color / steps / steps, color / steps % steps, color % steps]
    return "#\(color);2;" + parts.map { String($0 * 100 / (steps - 1)) }.joined(separator: ";")
  }

  private static func band(_ rows: [[Int]]) -> String {
    let colors = Set(rows.joined()).sorted()
    return colors.map { color in
      var text = "#\(color)"
      var run: (sixel: UInt8, count: Int)?
      for x in rows[0].indices {
        var bits: UInt8 = 0
        for (y, row) in rows.enumerated() where row[x] == color { bits |= 1 << y }
        if run?.sixel == bits {
          run?.count += 1
        } else {
          if let run { text += sixels(run.sixel, run.count) }
          run = (bits, 1)
        }
      }
      // What is empty at the end of a line needs no sixels.
      if let run, run.sixel != 0 { text += sixels(run.sixel, run.count) }
      return text
    }
    .joined(separator: "$")
  }

  private static func sixels(_ bits: UInt8, _ count: Int) -> String {
    let character = String(UnicodeScalar(63 + bits))
    return count > 3 ? "!\(count)\(character)" : String(repeating: character, count: count)
  }
}
