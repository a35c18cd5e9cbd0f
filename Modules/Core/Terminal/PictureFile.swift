/// The file of a picture from outside, whose first bytes say what it is and how large.
package struct PictureFile: Hashable, Sendable {
  /// The format.
  package enum Kind: Hashable, Sendable { case jpeg, png }

  /// The largest file, in bytes.
  package static let largest = 2 << 20
  /// The longest side, in pixels.
  package static let maximumSide = 4096
  /// The largest area, in pixels: several times that of a cover.
  package static let maximumArea = 2 << 20
  /// The largest area of a progressive JPEG, which is in memory in full, and gone through by each scan.
  package static let maximumProgressiveArea = 1 << 20

  /// The format.
  package let kind: Kind
  /// The file.
  package let bytes: [UInt8]
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int

  /// Creates a file, or nil if it is another format or too large.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.largest, let (kind, width, height) = Self.head(of: bytes),
      (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height),
      width * height <= Self.maximumArea
    else { return nil }
    (self.kind, self.bytes, self.width, self.height) = (kind, bytes, width, height)
  }

  private static func head(of bytes: [UInt8]) -> (Kind, width: Int, height: Int)? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      return frame(of: bytes).map { (.jpeg, $0.width, $0.height) }
    }
    // Signature, then the length and name of the first chunk (PNG specification, section 5).
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    guard bytes.starts(with: start + Array("IHDR".utf8)), bytes.count >= 24,
      bytes[16] == 0, bytes[17] == 0, bytes[20] == 0, bytes[21] == 0
    else { return nil }
    return (.png, number(bytes, 18), number(bytes, 22))
  }

  /// Returns the size in a JPEG file's first frame (ITU T.81, B.2.2), or nil for a progressive one that is
  /// too large.
  private static func frame(of bytes: [UInt8]) -> (width: Int, height: Int)? {
    var position = 2
    while position + 9 <= bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      switch marker {
      case 0xFF: position += 1
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        let (width, height) = (number(bytes, position + 7), number(bytes, position + 5))
        // 0xC2, 0xC6, 0xCA and 0xCE.
        let isProgressive = marker & 3 == 2
        return isProgressive && width * height > maximumProgressiveArea ? nil : (width, height)
      // Markers without a length: a frame never follows the data of a scan.
      case 0x00, 0x01, 0xD0...0xDA: return nil
      default: position += 2 + max(2, number(bytes, position + 2))
      }
    }
    return nil
  }

  private static func number(_ bytes: [UInt8], _ position: Int) -> Int {
    Int(bytes[position]) << 8 | Int(bytes[position + 1])
  }
}
