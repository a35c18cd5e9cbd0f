import Books
import Core
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
      catalogue: OpenLibraryCatalogue(
        source: "embedded", base: openLibrary, client: EmbeddedCatalogueClient()))
  ]
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
