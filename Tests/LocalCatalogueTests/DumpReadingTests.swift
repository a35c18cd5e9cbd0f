import Catalogue
import Foundation
import SQLiteStorage
import Testing

@testable import LocalCatalogue

@Suite("Reading a dump")
struct DumpReadingTests {
  private let files: TemporaryCatalogue

  init() throws { files = try TemporaryCatalogue() }

  @Test("A text that becomes shorter while it is read is refused")
  func shorter() throws {
    let line = Dump.work(1, "Emma") + "\n"
    let path = try files.write(String(repeating: line, count: 10_000), to: "dump.txt")
    let reader = try DumpReader(DumpFile(path: path), line: 0, offset: 0, batch: 1)
    #expect(try reader.next()?.records.count == 1)
    #expect(truncate(path, off_t(100_000)) == 0)
    #expect(throws: DumpError.becameShorter(path)) { while try reader.next() != nil {} }
  }

  @Test("A text that is as long as it was is read to its end")
  func whole() throws {
    let path = try files.write(Dump.work(1, "Emma"), to: "dump.txt")
    let reader = try DumpReader(DumpFile(path: path), line: 0, offset: 0, batch: 1)
    #expect(try reader.next()?.records.count == 1)
    #expect(try reader.next() == nil)
  }

  @Test("A batch of long lines ends at its size")
  func longLines() throws {
    let line = Dump.work(1, String(repeating: "x", count: 1_000_000)) + "\n"
    let path = try files.write(String(repeating: line, count: 10), to: "dump.txt")
    let reader = try DumpReader(DumpFile(path: path), line: 0, offset: 0, batch: 100)
    let first = try #require(try reader.next())
    #expect(first.line < 10)
    #expect(first.offset <= DumpReader.maximumBytes + DumpReader.maximumLineLength)
  }

  @Test("A blank title of an edition, and a blank subject, are left out")
  func blank() async throws {
    let catalogue = try await files.imported([
      Dump.work(1, "Zebra Tales", subjects: [" ", "Zebras"]), Dump.edition(1, of: 1, " "),
      Dump.edition(2, of: 1, "Contes du zèbre", language: "fre"),
    ])
    let detail = try await catalogue.book("OL1W")
    #expect(detail.book.alternativeTitle == "Contes du zèbre")
    #expect(detail.subjects == ["Zebras"])
  }
}
