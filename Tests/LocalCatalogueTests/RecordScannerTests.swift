import Catalogue
import Foundation
import Services
import TestKit
import Testing

@testable import LocalCatalogue

@Suite("Reading a record's JSON")
struct RecordScannerTests {
  private func text(_ json: String) -> String? {
    var json = json
    return json.withUTF8 { bytes in
      var scanner = RecordScanner(bytes)
      guard let text = try? scanner.text(), scanner.isAtEnd else { return nil }
      return text
    }
  }

  private func isWhole(_ json: Data) -> Bool {
    json.withUnsafeBytes { bytes in
      var scanner = RecordScanner(bytes.assumingMemoryBound(to: UInt8.self))
      return (try? scanner.skip()) != nil && scanner.isAtEnd
    }
  }

  @Test("Any text that the encoder writes is read back", arguments: 0..<20)
  func texts(_ seed: UInt64) throws {
    var random = SeededRandomness(seed: seed)
    for _ in 0..<100 {
      let text = Hostile.text(&random) + "\\\"\n\u{8}\u{C}/é"
      let json = try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
      #expect(self.text(String(decoding: json, as: UTF8.self)) == text)
    }
    #expect(text(#""\ud83d\ude00\u00e9\/""#) == "😀é/")
  }

  @Test("Invalid JSON is refused, wherever it is damaged")
  func damage() throws {
    let line = try #require(Dump.library.first { $0.contains("description") })
    let json = Data(try #require(line.split(separator: "\t").last).utf8)
    #expect(isWhole(json))
    for count in 0..<json.count { #expect(!isWhole(json.prefix(count))) }
    for text in ["{]", "[1,]", "{\"a\":}", "nul", "1e", "--1", "\"\u{1}\"", "{\"a\" 1}", ""] {
      #expect(!isWhole(Data(text.utf8)), "\(text)")
    }
    #expect(!isWhole(Data(String(repeating: "[", count: 100_000).utf8)))
    for text in [#""\x""#, #""\u12""#, #""\uzzzz""#] { #expect(self.text(text) == nil) }
  }

  @Test("A damaged line is refused, unless JSONDecoder accepts it, too", arguments: 0..<20)
  func fuzz(_ seed: UInt64) {
    var random = SeededRandomness(seed: seed)
    for line in Dump.library {
      var bytes = Array(line.utf8)
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      guard let record = bytes.withUnsafeBufferPointer({ try? DumpRecord(line: $0) }) else {
        continue
      }
      // Records that aren't about books are skipped.
      if case .other = record { continue }
      // Unused text is not validated, so invalid UTF-8 and escapes there are repaired first.
      let text = bytes.split(separator: UInt8(ascii: "\t"), maxSplits: 4).last ?? []
      let mended = String(decoding: text, as: UTF8.self)
        .replacing(/\\[^"\\\/bfnrtu]/, with: "")
      let json = Data(mended.utf8)
      #expect(throws: Never.self, "\(record) of \(String(decoding: bytes, as: UTF8.self))") {
        _ = try JSONSerialization.jsonObject(with: json)
      }
    }
  }
}
