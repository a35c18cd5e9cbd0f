import Catalogue
import Foundation
import SQLiteStorage
import TestKit
import Testing

@testable import LocalCatalogue

@Suite("Importing a dump from a pipe")
struct DumpPipeTests {
  private let files: TemporaryCatalogue
  private let database: SQLiteDatabase
  private let pipe: String

  init() throws {
    files = try TemporaryCatalogue()
    database = try files.open()
    pipe = files.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
  }

  /// Starts a process that writes a file into the pipe when an import reads it.
  private func writing(_ file: String) throws -> ChildProcess {
    // The same attributes for each import, as of two imports in the same second.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: pipe)
    return try ChildProcess("/bin/sh", ["-c", "exec cat \"$0\" > \"$1\"", file, pipe])
  }

  private func works(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { Dump.work($0, "Book \($0)") }.joined(separator: "\n")
  }

  @Test("After an interruption nothing resumes: the next import reads all that it is given")
  func interrupted() async throws {
    let first = try writing(try files.write(works(1...20_000), to: "first.txt"))
    let steps = StepCounter(1)
    let task = Task { [database, pipe] in
      try await DumpImport(database, batch: 500).run([pipe]) { _ in steps.count() }
    }
    await #expect(throws: DumpError.cancelled) { try await task.value }
    await first.end()
    let second = try writing(try files.write(works(5000...5099), to: "second.txt"))
    let outcome = try await DumpImport(database, batch: 500).run([pipe]) { _ in }
    #expect(await second.end() == 0)
    #expect(outcome.books == 100 && outcome.state.works == 100)
    #expect(try await files.catalogue(database).book("OL5099W").book.title == "Book 5099")
  }

  @Test("Packed data is refused, and changes nothing")
  func packed() async throws {
    let writer = try writing(try files.packed(works(1...9), "works.txt"))
    await #expect(throws: DumpError.packedPipe(pipe)) {
      _ = try await DumpImport(database).run([pipe]) { _ in }
    }
    await writer.end()
    let books = try await files.catalogue(database).featured().items
    #expect(books.first?.reference.source == "embedded")
  }
}
