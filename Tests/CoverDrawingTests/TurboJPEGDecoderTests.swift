#if Covers
  import Terminal
  import CoverDrawing
  import Services
  import TestKit
  import Testing

  @Suite("JPEG covers")
  struct TurboJPEGDecoderTests {
    private static let sample = Array(CoverSample.jpeg)
    private let decoder: TurboJPEGDecoder

    init() throws { decoder = try #require(TurboJPEGDecoder()) }

    private func color(_ pixels: Pixels, _ x: Int, _ y: Int) -> [Int] {
      (0..<3).map { Int(pixels.bytes[(y * pixels.width + x) * 3 + $0]) }
    }

    @Test("A JPEG cover is decoded, and scaled down as far as requested")
    func decodes() throws {
      let file = try #require(PictureFile(Self.sample))
      let whole = try decoder.pixels(of: file, atLeast: 1000, 1000)
      #expect(whole.width == 16 && whole.height == 24)
      for (x, y, wanted) in [
        (2, 2, [255, 0, 0]), (13, 2, [0, 255, 0]), (2, 21, [0, 0, 255]), (13, 21, [255, 255, 0]),
      ] {
        let color = color(whole, x, y)
        #expect(zip(color, wanted).allSatisfy { abs($0 - $1) < 12 }, "\(x), \(y): \(color)")
      }
      let small = try decoder.pixels(of: file, atLeast: 4, 4)
      #expect(small.width == 4 && small.height == 6)
    }

    @Test("A JPEG file that ends early is refused with a reason")
    func truncated() throws {
      for count in stride(from: 200, to: Self.sample.count - 2, by: 20) {
        let file = try #require(PictureFile(Array(Self.sample.prefix(count))))
        let problem = #expect(throws: PictureProblem.self) {
          try decoder.pixels(of: file, atLeast: 16, 24)
        }
        guard case .damaged(let reason)? = problem else { continue }
        #expect(!reason.isEmpty)
      }
    }

    @Test("The JPEG decoder leaves a PNG file to another decoder")
    func png() throws {
      let file = try #require(PictureFile(Array(CoverSample.png)))
      #expect(throws: PictureProblem.unknownFormat) {
        try decoder.pixels(of: file, atLeast: 2, 2)
      }
    }

    @Test("Each of ten thousand damaged JPEG files gives a picture within bounds or an error")
    func damaged() throws {
      let randomness = SeededRandomness(seed: 11)
      var (decoded, refused) = (0, 0)
      for _ in 0..<10_000 {
        var bytes = Self.sample
        for _ in 0..<1 + randomness.next(below: 4) {
          bytes[randomness.next(below: bytes.count)] = UInt8(randomness.next(below: 256))
        }
        if randomness.next(below: 4) == 0 {
          bytes = Array(bytes.prefix(randomness.next(below: bytes.count)))
        }
        guard let file = PictureFile(bytes) else { continue }
        do throws(PictureProblem) {
          let pixels = try decoder.pixels(of: file, atLeast: 32, 32)
          #expect(pixels.bytes.count == pixels.width * pixels.height * 3)
          decoded += 1
        } catch {
          refused += 1
        }
      }
      #expect(decoded > 100 && refused > 100)
    }
  }
#endif
