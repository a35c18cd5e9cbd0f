import Catalogue
import Services
import Foundation
import LocalCatalogue
import SQLiteStorage
import Testing

/// A catalogue that the contract checks.
struct NamedCatalogue: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let catalogue: any BookCatalogue

  /// Each has at least ten featured books, the first of them with an author, a year, a language and
  /// a subject.
  static let all = [
    NamedCatalogue(
      testDescription: "the embedded records, in memory",
      catalogue: DatabaseCatalogue(embedded: [.inMemory])),
    NamedCatalogue(
      testDescription: "the embedded records, with answers that are kept",
      catalogue: CachingCatalogue(DatabaseCatalogue(embedded: [.inMemory]))),
    NamedCatalogue(
      testDescription: "the embedded records, in a file",
      catalogue: DatabaseCatalogue(embedded: [FileOfTests.database])),
  ]
}

/// A file in its own folder, created at the first use.
private enum FileOfTests {
  private static let files = Result {
    let files = try TemporaryCatalogue()
    // All tests use it, so the process deletes it at its end.
    atexit { FileOfTests.remove() }
    return files
  }

  static let database = EmbeddedDatabase { () throws(StorageError) in
    guard let files = try? files.get() else { throw .unavailable("no temporary folder") }
    return try SQLiteDatabase(path: files.path("embedded.sqlite"), durability: .losable)
  }

  private static func remove() {
    if let folder = try? files.get().folder { try? FileManager.default.removeItem(atPath: folder) }
  }
}

extension BookCatalogue {
  /// Returns all pages of a list, requested one after the other.
  func pages(
    of limit: Int, _ page: (Int, Int) async throws(CatalogueError) -> Page<CatalogueBook>
  ) async throws(CatalogueError) -> [Page<CatalogueBook>] {
    var pages: [Page<CatalogueBook>] = []
    var next: Int? = 0
    while let offset = next, pages.count < 1000 {
      let found = try await page(offset, limit)
      pages.append(found)
      next = found.next
    }
    return pages
  }
}
