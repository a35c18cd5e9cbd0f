import Catalogue
import Core
import Services
import Synchronization
import TestKit
import Testing

@testable import Books

@Suite("More books of a list") @MainActor
struct MoreBooksTests {
  /// A catalogue with two pages of one book each, which can be away. The author `other` has other books.
  private final class PagedCatalogue: BookCatalogue {
    let error = Mutex<CatalogueError?>(nil)
    /// The key of each author; nil while authors can't be loaded.
    let authorKey = Mutex<String?>("nn")

    private func page(
      _ offset: Int, of name: String = "Book"
    ) throws(CatalogueError) -> Page<CatalogueBook> {
      if let error = error.withLock(\.self) { throw error }
      let book = CatalogueBook(reference: .test("\(offset)"), title: "\(name) \(offset)")
      return Page(items: [book], total: 2, next: offset == 0 ? 1 : nil)
    }

    func featured() async throws(CatalogueError) -> Page<CatalogueBook> { .empty }

    func search(
      _ query: BookQuery, offset: Int, limit: Int
    ) async throws(CatalogueError) -> Page<CatalogueBook> { try page(offset) }

    func books(
      onSubject subject: String, offset: Int, limit: Int
    ) async throws(CatalogueError) -> Page<CatalogueBook> { try page(offset) }

    func books(
      byAuthor key: String, offset: Int, limit: Int
    ) async throws(CatalogueError) -> Page<CatalogueBook> {
      try page(offset, of: key == "other" ? "Other" : "Book")
    }

    func book(
      _ key: String, listed: CatalogueBook?
    ) async throws(CatalogueError) -> CatalogueBookDetail { throw .notFound }

    func author(_ key: String) async throws(CatalogueError) -> CatalogueAuthor {
      guard let key = authorKey.withLock(\.self) else { throw .offline }
      return CatalogueAuthor(key: key, name: "N. N.")
    }
  }

  /// Creates a session with only this catalogue.
  private func session(_ catalogue: PagedCatalogue) -> () -> AppSession {
    let scene = BooksScene()
    let feature = BooksFeature.make(
      selection: CatalogueSelection(only: catalogue, context: scene.context),
      stores: scene.stores, context: scene.context)
    return { AppSession(context: scene.context, features: [feature], layout: .compact) }
  }

  @Test(
    "After a page that failed or was cancelled, the list keeps its books and tries the page again",
    arguments: ["search?q=book", "subjects/sea", "authors/nn"],
    [CatalogueError.offline, .cancelled])
  func tryAgain(link: String, error: CatalogueError) async {
    let catalogue = PagedCatalogue()
    await withApp(session(catalogue)) { app in
      await app.open("booksapp://\(link)")
      #expect(app.rows == ["Book 0"])
      catalogue.error.withLock { $0 = error }
      await app.tap("more")
      #expect(app.rows == ["Book 0"])
      await app.tap("retry")
      #expect(app.rows == ["Book 0"], "it fails again")
      catalogue.error.withLock { $0 = nil }
      await app.tap("retry")
      #expect(app.rows == ["Book 0", "Book 1"])
    }
  }

  @Test("Trying again after a failure begins the list again if the author has another key")
  func otherKey() async {
    let catalogue = PagedCatalogue()
    catalogue.authorKey.withLock { $0 = nil }
    await withApp(session(catalogue)) { app in
      await app.open("booksapp://authors/nn")
      #expect(app.rows == ["Book 0"])
      catalogue.error.withLock { $0 = .offline }
      await app.tap("more")
      catalogue.error.withLock { $0 = nil }
      catalogue.authorKey.withLock { $0 = "other" }
      await app.tap("retry")
      #expect(app.rows == ["Other 0"])
      await app.tap("more")
      #expect(app.rows == ["Other 0", "Other 1"])
    }
  }
}
