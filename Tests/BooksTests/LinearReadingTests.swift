import Services
import Core
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Books

/// Compares the time that this thread computes for an input and for one eight times as long: a step
/// that grows with the square takes 64 times as long, and a busy machine changes nothing.
@Suite("Reading takes as long as there is to read")
struct LinearReadingTests {
  /// Something that is read, made as long as is asked.
  struct Reading: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (_ bytes: Int) -> [UInt8]
    let read: @Sendable (_ bytes: [UInt8]) -> Void

    init(
      _ name: String, _ unit: String, beginning: String = "", end: String = "",
      by read: @escaping @Sendable ([UInt8]) -> Void
    ) {
      testDescription = name
      self.read = read
      make = { count in
        let times = max(1, count / unit.utf8.count)
        return Array((beginning + String(repeating: unit, count: times) + end).utf8)
      }
    }
  }

  @Sendable private static func csv(_ bytes: [UInt8]) {
    var rest = bytes[...]
    var reader = CSVReader { () throws(TransferError) in
      defer { rest = rest.dropFirst(1 << 12) }
      return Array(rest.prefix(1 << 12))
    }
    while (try? reader.next()) != nil {}
  }

  @Sendable private static func dump(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { _ = try? DumpRecord(line: $0) }
  }

  @Sendable private static func review(_ bytes: [UInt8]) {
    _ = GoodreadsText.plainReview(String(decoding: bytes, as: UTF8.self))
  }

  @Sendable private static func field(_ bytes: [UInt8]) {
    _ = CSVField.text(bytes[...])
  }

  @Sendable private static func list(_ bytes: [UInt8]) {
    _ = GoodreadsText.list(String(decoding: bytes, as: UTF8.self))
  }

  @Sendable private static func address(_ bytes: [UInt8]) {
    _ = QueryText.parts(of: String(decoding: bytes, as: UTF8.self))
  }

  @Sendable private static func bounded(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = GoodreadsText.isbn(text)
    _ = GoodreadsText.day(text)
    _ = GoodreadsText.number(text, in: 0...9)
    _ = try? ReadingProgress(text, pages: 300)
    _ = CatalogueMatch(BookQuery(words: text))
    _ = try? Link("booksapp://search?q=\(text)")
    _ = FoldedText(text)
  }

  static let all = [
    Reading("short rows", "a,b\n", by: csv), Reading("one row", "a,", by: csv),
    Reading("one field", "a", by: csv), Reading("one quoted field", "\"\"", by: csv),
    Reading("a quotation mark in each line", "\"a\n", by: csv),
    Reading("an open quotation mark", "a\n", beginning: "\"", by: csv),
    Reading("quotation marks that end badly", "\"a\"b\n", by: csv),
    Reading("empty lines", "\n", by: csv), Reading("CR", "\r", by: csv),
    Reading("CRLF", "a\r\n", by: csv), Reading("formulas", "=\"1\"\n", by: csv),
    Reading("tabs", "\t", by: dump),
    Reading("brackets", "[", beginning: "{\"a\":", by: dump),
    Reading("objects", "{\"a\":", by: dump),
    Reading("a wide object", "\"k\":1,", beginning: "{", end: "\"k\":1}", by: dump),
    Reading("the same key", "\"title\":\"x\",", beginning: "{", end: "\"a\":1}", by: dump),
    Reading("a long list", "\"x\",", beginning: "{\"subjects\":[", end: "\"x\"]}", by: dump),
    Reading("escapes", "\\u00e9", beginning: "{\"title\":\"", end: "\"}", by: dump),
    Reading("backslashes", "\\\\", beginning: "{\"title\":\"", end: "\"}", by: dump),
    Reading("spaces", " ", beginning: "{\"title\":", end: "1}", by: dump),
    Reading("digits", "1", beginning: "{\"title\":", end: "}", by: dump),
    Reading("signs of numbers", "1e", beginning: "{\"title\":", end: "}", by: dump),
    Reading("tags", "<br>", by: review), Reading("open tags", "<", by: review),
    Reading("doubled quotation marks", "\"\"", by: field), Reading("commas", ",", by: list),
    Reading("names", "ab,", by: list), Reading("items of a query", "a=b&", by: address),
    Reading("percent signs", "%41", beginning: "/?a=", by: address),
    Reading("digits of anything", "9", by: bounded),
    Reading("marks", "e\u{301}\u{301}\u{301}", by: bounded), Reading("slashes", "1/", by: bounded),
  ]

  /// The seconds that this thread has computed.
  private static func computed() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func seconds(_ reading: Reading, _ size: Int) -> Double {
    let bytes = reading.make(size)
    let begin = computed()
    reading.read(bytes)
    return computed() - begin
  }

  @Test("Eight times as much takes at most twenty times as long", arguments: all)
  func ratio(_ reading: Reading) {
    let size = 1 << 17
    let small = min(Self.seconds(reading, size), Self.seconds(reading, size))
    let large = min(Self.seconds(reading, 8 * size), Self.seconds(reading, 8 * size))
    // What takes no time has no ratio.
    #expect(large < 20 * small + 0.02, "\(small) s, \(large) s")
  }

  @Test(
    "Rows are refused once a file has named a million shelves, before their names are looked at")
  func shelves() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("in.csv")
    let row = "T,\"" + String(repeating: ",", count: 130_000) + "\"\n"
    let text = "Title,Bookshelves\n" + String(repeating: row, count: 9)
    try Data(text.utf8).write(to: URL(filePath: path))
    let file = try GoodreadsFile(FileInput(path: path, limit: GoodreadsFile.maximumSize)) { _, _ in
    }
    #expect(file.count == 7)
    #expect(file.rejections.listed.map(\.line) == [9, 10])
    #expect(file.rejections.listed.allSatisfy { $0.why == .tooManyShelves })
  }

  @Test("A cancelled task is noticed in the middle of a row, without reading on")
  func cancelled() async {
    // A row that is longer than any may be, and a quotation mark that makes it be read again.
    for beginning in ["a", "\"", "a,\""] {
      let (reads, late) = await Task.detached {
        let reads = Mutex(0)
        let cancelledAt = Mutex(0.0)
        var reader = CSVReader { () throws(TransferError) in
          let count = reads.withLock { reads in
            reads += 1
            return reads
          }
          if count == 50 {
            cancelledAt.withLock { $0 = Self.computed() }
            withUnsafeCurrentTask { $0?.cancel() }
          }
          // A reader that notices nothing comes to an end, too.
          if count > 100 { return [] }
          let text = count == 1 ? beginning : ""
          return Array(text.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 18)
        }
        #expect(throws: TransferError.cancelled) { while try reader.next() != nil {} }
        return (reads.withLock { $0 }, Self.computed() - cancelledAt.withLock { $0 })
      }.value
      #expect(reads == 50)
      #expect(late < 0.2)
    }
  }
}
