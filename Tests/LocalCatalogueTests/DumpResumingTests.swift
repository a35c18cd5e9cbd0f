import Foundation
import SQLiteStorage
import Synchronization
import Testing

@testable import LocalCatalogue

@Suite("Resuming the import of a dump")
struct DumpResumingTests {
  private let files: TemporaryCatalogue
  private let database: SQLiteDatabase

  init() throws {
    files = try TemporaryCatalogue()
    database = try files.open()
  }

  /// Imports files without works, which are read and then refused.
  ///
  /// - Returns: the number of batches that were read.
  private func batches(of paths: [String]) async -> Int {
    let batches = Mutex(0)
    do throws(DumpError) {
      _ = try await DumpImport(database).run(paths) { _ in batches.withLock { $0 += 1 } }
      Issue.record("an import without works succeeded")
    } catch {
      #expect(error == .noWorks(unreadLines: 0))
    }
    return batches.withLock(\.self)
  }

  @Test("A dump import resumes with its files in another order or under other paths")
  func names() async throws {
    let authors = try files.write(Dump.author(1, "Jane Austen"), to: "authors.txt")
    let editions = try files.write(Dump.edition(1, of: 1), to: "editions.txt")
    let link = files.path("link.txt")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: authors)
    #expect(await batches(of: [authors, editions]) == 2)
    let others = [
      [editions, authors], ["\(files.folder)/./authors.txt", editions], [editions, link],
    ]
    for paths in others {
      #expect(await batches(of: paths) == 0, "\(paths)")
    }
  }

  @Test("A file that another one of the same size has replaced is read from its beginning")
  func replaced() async throws {
    let path = try files.write(Dump.author(1, "Jane Austen"), to: "authors.txt")
    #expect(await batches(of: [path]) == 1)
    _ = try files.write(Dump.author(2, "Anne Bronte"), to: "authors.txt")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: path)
    #expect(await batches(of: [path]) == 1)
  }
}
