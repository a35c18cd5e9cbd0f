import Catalogue
import Foundation
import TestKit
import Testing

@testable import LocalCatalogue

@Suite("A catalogue's records are read in linear time")
struct LinearReadingTests {
  @Sendable private static func dump(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { _ = try? DumpRecord(line: $0) }
  }

  @Sendable private static func bounded(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = CatalogueMatch(BookQuery(words: text))
    _ = FoldedText(text)
  }

  static let all = [
    LinearReading("tabs", "\t", by: dump),
    LinearReading("brackets", "[", beginning: "{\"a\":", by: dump),
    LinearReading("objects", "{\"a\":", by: dump),
    LinearReading("a wide object", "\"k\":1,", beginning: "{", end: "\"k\":1}", by: dump),
    LinearReading("the same key", "\"title\":\"x\",", beginning: "{", end: "\"a\":1}", by: dump),
    LinearReading("a long list", "\"x\",", beginning: "{\"subjects\":[", end: "\"x\"]}", by: dump),
    LinearReading("escapes", "\\u00e9", beginning: "{\"title\":\"", end: "\"}", by: dump),
    LinearReading("backslashes", "\\\\", beginning: "{\"title\":\"", end: "\"}", by: dump),
    LinearReading("spaces", " ", beginning: "{\"title\":", end: "1}", by: dump),
    LinearReading("digits", "1", beginning: "{\"title\":", end: "}", by: dump),
    LinearReading("signs of numbers", "1e", beginning: "{\"title\":", end: "}", by: dump),
    LinearReading("digits of anything", "9", by: bounded),
    LinearReading("marks", "e\u{301}\u{301}\u{301}", by: bounded),
    LinearReading("slashes", "1/", by: bounded),
  ]

  @Test("Eight times as much text takes at most twenty times as long", arguments: all)
  func ratio(_ reading: LinearReading) { reading.verify() }
}
