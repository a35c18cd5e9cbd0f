import Terminal
import Foundation
import TestKit
import Testing

@testable import Shell

@Suite("Pictures as a terminal gets them")
struct PictureEncodingTests {
  /// Red, green; blue, white.
  private static let four: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]

  private func pixels(_ width: Int, _ height: Int) throws -> Pixels {
    let bytes = (0..<width * height * 3).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    return try #require(Pixels(width: width, height: height, bytes: bytes))
  }

  @Test("A terminal without a name, tmux and GNU screen get no further questions")
  func further() {
    #expect(!PictureAbilities.asksFurther(after: [.attributes([4])]))
    for name in ["tmux 3.3a", "screen 5.0.0", "Screen 5.0.0"] {
      #expect(!PictureAbilities.asksFurther(after: [.name(name), .attributes([])]), "\(name)")
    }
    #expect(PictureAbilities.asksFurther(after: [.name("WezTerm 2024"), .attributes([])]))
  }

  @Test("Half blocks have the upper pixel in front and the lower one behind")
  func halfBlocks() throws {
    let picture = try #require(Pixels(width: 2, height: 2, bytes: Self.four))
    #expect(
      HalfBlocks.lines(picture) == [
        "\u{1B}[38;2;255;0;0;48;2;0;0;255m▀\u{1B}[38;2;0;255;0;48;2;255;255;255m▀\u{1B}[0m"
      ])
    let line = try #require(Pixels(width: 1, height: 1, bytes: [1, 2, 3]))
    #expect(HalfBlocks.lines(line) == ["\u{1B}[38;2;1;2;3;49m▀\u{1B}[0m"])
  }

  @Test("Data for kitty is sent in parts of 4,096 bytes, and only the last part is marked as last")
  func kitty() throws {
    let picture = try pixels(60, 40)
    let text = KittyPicture.text(.pixels(picture), columns: 12, rows: 4)
    let parts = text.components(separatedBy: "\u{1B}\\").dropLast()
    #expect(parts.count == 3)
    #expect(
      parts[0].hasPrefix("\u{1B}_Ga=T,q=2,C=1,f=24,s=60,v=40,c=12,r=4,m=1;"))
    #expect(parts[1].hasPrefix("\u{1B}_Gq=2,m=1;") && parts[2].hasPrefix("\u{1B}_Gq=2,m=0;"))
    let data = parts.map { String($0.split(separator: ";", maxSplits: 1)[1]) }
    #expect(data.dropLast().allSatisfy { $0.utf8.count == 4096 })
    #expect(Data(base64Encoded: data.joined()).map(Array.init) == picture.bytes)
  }

  @Test("Both kitty and iTerm2 get picture files unchanged")
  func files() throws {
    let png = try #require(PictureFile(Array(CoverSample.png)))
    let base64 = CoverSample.png.base64EncodedString()
    #expect(
      KittyPicture.text(.png(png.bytes), columns: 3, rows: 2)
        == "\u{1B}_Ga=T,q=2,C=1,f=100,c=3,r=2,m=0;\(base64)\u{1B}\\")
    #expect(
      ITermPicture.text(png, columns: 3, rows: 2)
        == "\u{1B}]1337;File=inline=1;size=\(CoverSample.png.count);width=3;height=2"
        + ";preserveAspectRatio=1:\(base64)\u{7}")
  }

  @Test(
    "Sixels show the picture again, with each colour as one of 216", arguments: [(2, 2), (7, 13)])
  func sixels(width: Int, height: Int) throws {
    let picture =
      width == 2
      ? try #require(Pixels(width: 2, height: 2, bytes: Self.four)) : try pixels(width, height)
    let read = try #require(SixelReader.read(SixelPicture.text(picture)))
    #expect(read.width == width && read.height == height)
    for y in 0..<height {
      for x in 0..<width {
        let color = picture.color(x, y)
        let wanted = [color.red, color.green, color.blue].map { (Int($0) * 5 + 127) / 255 * 20 }
        #expect(read.pixels[y][x] == wanted)
      }
    }
  }

  @Test("A reduced picture has the means of the pixels, and an enlarged one has their copies")
  func scaled() throws {
    let picture = try #require(Pixels(width: 2, height: 2, bytes: Self.four))
    #expect(picture.scaled(width: 1, height: 1).bytes == [127, 127, 127])
    #expect(picture.scaled(width: 2, height: 1).bytes == [127, 0, 127, 127, 255, 127])
    #expect(picture.scaled(width: 4, height: 2).color(3, 0) == picture.color(1, 0))
    #expect(Pixels(width: 2, height: 2, bytes: [0]) == nil)
    #expect(Pixels(width: 0, height: 0, bytes: []) == nil)
    #expect(Pixels(width: 5000, height: 1, bytes: Array(repeating: 0, count: 15_000)) == nil)
  }
}

/// Reads sixels as a terminal does.
private enum SixelReader {
  struct Result {
    var width = 0
    var height = 0
    /// Percents of red, green and blue; empty where nothing was drawn.
    var pixels: [[[Int]]] = []
  }

  static func read(_ text: String) -> Result? {
    guard text.hasPrefix("\u{1B}P0;1;0q\""), text.hasSuffix("\u{1B}\\") else { return nil }
    var rest = Array(text.dropFirst(9).dropLast(2).utf8)[...]
    func numbers() -> [Int] {
      let part = rest.prefix { (0x30...0x39).contains($0) || $0 == 0x3B }
      rest = rest.dropFirst(part.count)
      return part.split(separator: 0x3B).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    }
    let size = numbers()
    guard size.count == 4 else { return nil }
    var result = Result(width: size[2], height: size[3])
    result.pixels = Array(repeating: Array(repeating: [], count: size[2]), count: size[3])
    var colors: [Int: [Int]] = [:]
    var (color, x, top) = (0, 0, 0)
    while let byte = rest.popFirst() {
      var count = 1
      var sixel = byte
      switch byte {
      case UInt8(ascii: "#"):
        let values = numbers()
        color = values[0]
        if values.count == 5 { colors[color] = Array(values.suffix(3)) }
        continue
      case UInt8(ascii: "$"):
        x = 0
        continue
      case UInt8(ascii: "-"):
        (x, top) = (0, top + 6)
        continue
      case UInt8(ascii: "!"):
        count = numbers()[0]
        guard let next = rest.popFirst() else { return nil }
        sixel = next
      default: break
      }
      guard (63...126).contains(sixel) else { return nil }
      for _ in 0..<count {
        for bit in 0..<6 where (sixel - 63) >> bit & 1 == 1 {
          guard top + bit < result.height, x < result.width, result.pixels[top + bit][x].isEmpty,
            let value = colors[color]
          else { return nil }
          result.pixels[top + bit][x] = value
        }
        x += 1
      }
    }
    return result
  }
}
