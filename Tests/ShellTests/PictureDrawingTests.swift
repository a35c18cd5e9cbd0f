import Core
import Terminal
import Testing

@testable import Shell

@Suite("How a picture is drawn")
struct PictureDrawingTests {
  @Test("Kitty gets no more pixels than its cells show, and a wide picture fits its columns")
  func large() throws {
    // The first frame of a JPEG file of 1,024 by 1,024 pixels.
    let frame: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 8, 8, 4, 0, 4, 0, 0]
    let bytes = [UInt8](repeating: 0, count: 3 << 20)
    let file = try #require(PictureFile(frame))
    let pixels = try #require(Pixels(width: 1024, height: 1024, bytes: bytes))
    var drawing = PictureDrawing()
    drawing.pictures["a"] = PictureDrawing.Loaded(file: file, pixels: pixels)
    drawing.height = 30
    let picture = Picture(source: "a", alternative: "")
    drawing.abilities.learn([.kitty(isOK: false)])
    #expect(drawing.drawn(picture, columns: 80) == nil, "the terminal can't show pictures")
    drawing.abilities.learn([.kitty(isOK: true)])
    let whole = try #require(drawing.drawn(picture, columns: 80))
    guard case .graphic(let text, columns: 20, rows: 10) = whole else {
      Issue.record("The picture is as high as its cells.")
      return
    }
    #expect(text.contains(",s=160,v=160,c=20,r=10,"))
    let narrow = try #require(drawing.drawn(picture, columns: 8))
    guard case .graphic(_, columns: 8, rows: 4) = narrow else {
      Issue.record("The picture is as wide as its columns.")
      return
    }
  }
}
