import Services
import Core
import TestKit
import Testing

@testable import Books

@Suite("Input and imported text are read in linear time")
struct LinearReadingTests {
  @Sendable private static func review(_ bytes: [UInt8]) {
    _ = GoodreadsValue.plainReview(String(decoding: bytes, as: UTF8.self))
  }

  @Sendable private static func list(_ bytes: [UInt8]) {
    _ = GoodreadsValue.list(String(decoding: bytes, as: UTF8.self))
    _ = AuthorNames.list(String(decoding: bytes, as: UTF8.self))
    _ = AuthorNames.list(String(decoding: bytes, as: UTF8.self), unquotes: true)
  }

  @Sendable private static func bounded(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = GoodreadsValue.isbn(text)
    _ = GoodreadsValue.day(text)
    _ = GoodreadsValue.number(text, in: 0...9)
    _ = try? TypedProgress(text, pages: 300)
    _ = try? DeepLink("booksapp://search?q=\(text)")
  }

  static let all = [
    LinearReading("tags", "<br>", by: review),
    LinearReading("open tags", "<", by: review),
    LinearReading("commas", ",", by: list),
    LinearReading("names", "ab,", by: list),
    LinearReading("suffixes of one name", "jr,", by: list),
    LinearReading("quotation marks", "\"", by: list),
    LinearReading("opened quotation marks", "\"a, ", by: list),
    LinearReading("digits of anything", "9", by: bounded),
    LinearReading("marks", "e\u{301}\u{301}\u{301}", by: bounded),
    LinearReading("slashes", "1/", by: bounded),
  ]

  @Test("Eight times as much text takes at most twenty times as long", arguments: all)
  func ratio(_ reading: LinearReading) { reading.verify() }
}
