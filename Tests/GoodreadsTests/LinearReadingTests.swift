import Files
import Services
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Goodreads

@Suite("Goodreads files are read in linear time")
struct LinearReadingTests {
  @Sendable private static func csv(_ bytes: [UInt8]) {
    var rest = bytes[...]
    var reader = CSVReader { () throws(FileProblem) in
      defer { rest = rest.dropFirst(1 << 12) }
      return Array(rest.prefix(1 << 12))
    }
    while (try? reader.next()) != nil {}
  }

  @Sendable private static func field(_ bytes: [UInt8]) {
    _ = CSVField.text(bytes[...])
  }

  static let all = [
    LinearReading("short rows", "a,b\n", by: csv),
    LinearReading("one row", "a,", by: csv),
    LinearReading("one field", "a", by: csv),
    LinearReading("one quoted field", "\"\"", by: csv),
    LinearReading("a quotation mark in each line", "\"a\n", by: csv),
    LinearReading("an open quotation mark", "a\n", beginning: "\"", by: csv),
    LinearReading("quotation marks that end badly", "\"a\"b\n", by: csv),
    LinearReading("empty lines", "\n", by: csv),
    LinearReading("CR", "\r", by: csv),
    LinearReading("CRLF", "a\r\n", by: csv),
    LinearReading("formulas", "=\"1\"\n", by: csv),
    LinearReading("doubled quotation marks", "\"\"", by: field),
  ]

  @Test("Eight times as much text takes at most twenty times as long", arguments: all)
  func ratio(_ reading: LinearReading) { reading.verify() }

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
    #expect(file.rejections.listed.allSatisfy { $0.why == .tooManyShelvesInFile })
  }

  @Test("Cancelling stops the reader in the middle of a row")
  func cancelled() async {
    // A row above the maximum length, and a quotation mark that causes a second reading.
    for beginning in ["a", "\"", "a,\""] {
      let (reads, late) = await Task.detached {
        let reads = Mutex(0)
        let cancelledAt = Mutex(0.0)
        var reader = CSVReader { () throws(FileProblem) in
          let count = reads.withLock { reads in
            reads += 1
            return reads
          }
          if count == 50 {
            cancelledAt.withLock { $0 = LinearReading.computed() }
            withUnsafeCurrentTask { $0?.cancel() }
          }
          // A reader that ignores the cancellation also ends.
          if count > 100 { return [] }
          let text = count == 1 ? beginning : ""
          return Array(text.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 18)
        }
        #expect(throws: FileProblem.cancelled) { while try reader.next() != nil {} }
        return (reads.withLock { $0 }, LinearReading.computed() - cancelledAt.withLock { $0 })
      }.value
      #expect(reads == 50)
      #expect(late < 0.2)
    }
  }
}
