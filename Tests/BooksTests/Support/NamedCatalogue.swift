import Core
import Services
import Books
import Foundation
import Testing

/// A catalogue to which the contract is put.
struct NamedCatalogue: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let catalogue: any BookCatalogue

  /// Each of them offers at least ten books to begin with, the first of them with an author, a
  /// year, a language and a subject.
  static let all = [
    NamedCatalogue(
      testDescription: "Open Library over the embedded records",
      catalogue: OpenLibraryCatalogue.embedded),
    NamedCatalogue(
      testDescription: "the local catalogue, filled with the embedded records",
      catalogue: LocalCatalogueOfTests()),
  ]
}

/// A local catalogue in a folder of its own, which is made when it is first asked for.
private struct LocalCatalogueOfTests: BookCatalogue {
  private static let folder = Result {
    let folder = try TemporaryCatalogue()
    // It is there for all tests, so the process removes it at its end.
    atexit { try? FileManager.default.removeItem(atPath: LocalCatalogueOfTests.path) }
    return folder
  }
  private static var path: String { (try? folder.get().folder) ?? "" }
  private static let made = Result { try folder.get().catalogue() }

  private var local: LocalCatalogue {
    get throws(CatalogueError) {
      do { return try Self.made.get() } catch { throw .unavailable(status: 0) }
    }
  }

  func featured() async throws(CatalogueError) -> [CatalogueBook] { try await local.featured() }

  func search(
    _ query: BookQuery, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    try await local.search(query, offset: offset, limit: limit)
  }

  func books(
    onSubject subject: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    try await local.books(onSubject: subject, offset: offset, limit: limit)
  }

  func books(
    byAuthor key: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    try await local.books(byAuthor: key, offset: offset, limit: limit)
  }

  func book(
    _ key: String, listed: CatalogueBook?
  ) async throws(CatalogueError) -> CatalogueBookDetail {
    try await local.book(key, listed: listed)
  }

  func author(_ key: String) async throws(CatalogueError) -> CatalogueAuthor {
    try await local.author(key)
  }
}

/// Where Open Library is.
let openLibrary = URL(string: "https://openlibrary.org") ?? URL(filePath: "/")

extension BookCatalogue {
  /// All pages of a list, one after the other as a reader asks for them.
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
