@testable import Terminal
import Services
import TestKit
import Testing

@Suite("Files of pictures")
struct PictureFileTests {
  private static let jpeg = Array(CoverSample.jpeg)
  private static let png = Array(CoverSample.png)

  @Test("JPEG and PNG files are known by their first bytes, with their sizes")
  func kinds() throws {
    let jpeg = try #require(PictureFile(Self.jpeg))
    #expect(jpeg.kind == .jpeg && jpeg.width == 16 && jpeg.height == 24)
    let png = try #require(PictureFile(Self.png))
    #expect(png.kind == .png && png.width == 2 && png.height == 2)
  }

  @Test("Other files, empty files and beginnings of files are not pictures")
  func others() {
    for file in [[], Array("GIF89a".utf8), Array("<html>".utf8), [0xFF, 0xD8, 0xFF]] {
      #expect(PictureFile(file) == nil)
    }
    for count in 0..<24 { #expect(PictureFile(Array(Self.png[..<count])) == nil) }
    // The frame begins behind the tables, 158 bytes into the file.
    for count in 0..<160 { #expect(PictureFile(Array(Self.jpeg[..<count])) == nil) }
  }

  @Test("A picture with a side of 0 or over 4,096 pixels, or over 2 MB, is refused")
  func bounds() throws {
    for (high, low) in [(0, 0), (0x10, 0x01), (0xFF, 0xFF)] as [(UInt8, UInt8)] {
      var png = Self.png
      (png[18], png[19]) = (high, low)
      #expect(PictureFile(png) == nil)
    }
    var large = Self.png
    (large[18], large[19]) = (0x10, 0x00)
    #expect(PictureFile(large)?.width == 4096)
    // The upper bytes of the width and of the height.
    for place in [16, 17, 20, 21] {
      var huge = Self.png
      huge[place] = 1
      #expect(PictureFile(huge) == nil, "\(place)")
    }
    let zeros = [UInt8](repeating: 0, count: PictureFile.largest - Self.png.count)
    #expect(PictureFile(Self.png + zeros) != nil)
    #expect(PictureFile(Self.png + zeros + [0]) == nil)
  }

  @Test("An area over 2 megapixels is refused, and over 1 megapixel in a progressive JPEG")
  func area() {
    var png = Self.png
    (png[18], png[19], png[22], png[23]) = (0x08, 0, 0x04, 0)
    #expect(PictureFile(png)?.height == 1024)
    png[23] = 1
    #expect(PictureFile(png) == nil)
    for (marker, largest) in [(0xC0, 2048), (0xC2, 1024), (0xC6, 1024), (0xCA, 1024)] {
      for (width, isRead) in [(largest, true), (largest + 1, false)] {
        let frame = [0xFF, 0xD8, 0xFF, marker, 0, 8, 8, 4, 0, width >> 8, width & 0xFF, 0]
        #expect((PictureFile(frame.map { UInt8($0) }) != nil) == isRead, "\(marker) \(width)")
      }
    }
  }

  @Test("Five thousand damaged files cause no crash and no side out of bounds")
  func damaged() {
    let randomness = SeededRandomness(seed: 7)
    for number in 0..<5000 {
      var bytes = number.isMultiple(of: 2) ? Self.jpeg : Self.png
      for _ in 0..<1 + randomness.next(below: 6) {
        bytes[randomness.next(below: bytes.count)] = UInt8(randomness.next(below: 256))
      }
      bytes = Array(bytes.prefix(randomness.next(below: bytes.count + 1)))
      if let file = PictureFile(bytes) {
        #expect((1...4096).contains(file.width) && (1...4096).contains(file.height))
      }
    }
  }
}
