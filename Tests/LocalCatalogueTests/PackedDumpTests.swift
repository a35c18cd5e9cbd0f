import Foundation
import SQLiteStorage
import Testing

@testable import LocalCatalogue

@Suite("Importing a packed dump")
struct PackedDumpTests {
  private let files: TemporaryCatalogue
  private let database: SQLiteDatabase

  init() throws {
    files = try TemporaryCatalogue()
    database = try files.open()
  }

  /// Writes a file of several parts, and returns its path.
  private func file(_ parts: Data...) throws -> String {
    let path = files.path("dump.gz")
    try Data(parts.joined()).write(to: URL(filePath: path))
    return path
  }

  private func packed(_ number: Int) throws -> Data {
    let path = try files.packed(Dump.work(number, "Book \(number)") + "\n", "part.txt")
    return try Data(contentsOf: URL(filePath: path))
  }

  #if os(Linux)
    @Test("Bytes after its last packed part are left out, and all parts are read")
    func trailing() async throws {
      let path = try file(packed(1), packed(2), Data("no part".utf8))
      #expect(try await DumpImport(database).run([path]) { _ in }.books == 2)
    }
  #endif

  @Test("A file with a damaged part in its middle is refused, although its beginning can be read")
  func damaged() async throws {
    let path = try file(packed(1), Data(repeating: 120, count: 2 << 20), packed(2))
    await #expect(throws: DumpError.cutOff(path)) {
      _ = try await DumpImport(database).run([path]) { _ in }
    }
  }
}
