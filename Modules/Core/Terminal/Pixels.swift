/// A decoded picture: red, green and blue of each pixel, row by row.
package struct Pixels: Hashable, Sendable {
  /// The pixels of a row.
  package let width: Int
  /// The number of rows.
  package let height: Int
  /// Three bytes for each pixel.
  package let bytes: [UInt8]

  /// Creates a picture, or nil if the sides are out of bounds or the bytes are not as many as they
  /// say.
  package init?(width: Int, height: Int, bytes: [UInt8]) {
    let sides = 1...PictureFile.maximumSide
    guard sides.contains(width), sides.contains(height), bytes.count == width * height * 3 else {
      return nil
    }
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  private init(checkedWidth width: Int, height: Int, bytes: [UInt8]) {
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// Returns the red, green and blue of a pixel.
  package func color(_ x: Int, _ y: Int) -> Color {
    let start = (y * width + x) * 3
    return Color(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2])
  }

  /// A colour of 24 bits.
  package struct Color: Hashable, Sendable {
    /// Red.
    package var red: UInt8
    /// Green.
    package var green: UInt8
    /// Blue.
    package var blue: UInt8
  }

  /// Returns the picture in another size; each pixel is the mean of those that it covers.
  package func scaled(width newWidth: Int, height newHeight: Int) -> Pixels {
    let (newWidth, newHeight) = (max(1, newWidth), max(1, newHeight))
    guard newWidth != width || newHeight != height else { return self }
    var result: [UInt8] = []
    result.reserveCapacity(newWidth * newHeight * 3)
    for y in 0..<newHeight {
      let rows = Self.part(y, of: newHeight, from: height)
      for x in 0..<newWidth {
        append(mean(rows, Self.part(x, of: newWidth, from: width)), to: &result)
      }
    }
    return Pixels(checkedWidth: newWidth, height: newHeight, bytes: result)
  }

  private func append(_ color: Color, to bytes: inout [UInt8]) {
    bytes.append(color.red)
    bytes.append(color.green)
    bytes.append(color.blue)
  }

  private static func part(_ index: Int, of count: Int, from length: Int) -> Range<Int> {
    let start = index * length / count
    return start..<max(start + 1, (index + 1) * length / count)
  }

  private func mean(_ rows: Range<Int>, _ columns: Range<Int>) -> Color {
    var (red, green, blue) = (0, 0, 0)
    for y in rows {
      for x in columns {
        let color = color(x, y)
        red += Int(color.red)
        green += Int(color.green)
        blue += Int(color.blue)
      }
    }
    let count = rows.count * columns.count
    return Color(
      red: UInt8(red / count), green: UInt8(green / count), blue: UInt8(blue / count))
  }
}
