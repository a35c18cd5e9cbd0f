import Catalogue
import Core
import Services
import Testing

@testable import Books

@Suite("A book's identity in links, routes and rows")
struct BookIdentityTests {
  private static let dune = CatalogueReference(source: "embedded", key: "dune")
  private static let numbered = CatalogueReference(source: "openlibrary", key: "OL2W")

  @Test("A route names the catalogue and the key", arguments: [dune, numbered])
  func route(_ reference: CatalogueReference) {
    let route = BooksPlace.book(reference).route
    #expect(route.parameters == ["catalogue": reference.source, "key": reference.key])
    #expect(BooksPlace(route) == .book(reference))
  }

  @Test(
    "A route of version 1 can be read; a route of an unknown version can't",
    arguments: [
      (Route("book", parameters: ["key": "dune"]), BooksPlace.book(dune)),
      (Route("book", parameters: ["key": "OL2W"]), .book(numbered)),
      (Route("book", version: 2, parameters: ["key": "dune"]), nil),
      (Route("book", version: 2, parameters: ["catalogue": "", "key": "dune"]), nil),
      (Route("book", version: 3, parameters: ["catalogue": "embedded", "key": "dune"]), nil),
      (Route("author", version: 2, parameters: ["key": "leo-tolstoy"]), nil),
    ])
  func versions(_ route: Route, _ place: BooksPlace?) {
    #expect(BooksPlace(route) == place)
  }

  @Test(
    "A link may name the catalogue; otherwise the form of the key determines it",
    arguments: [
      ("booksapp://books/dune", dune), ("booksapp://books/OL2W", numbered),
      ("booksapp://books/OL2W?catalogue=mine", CatalogueReference(source: "mine", key: "OL2W")),
      ("booksapp://books/OLW", CatalogueReference(source: "embedded", key: "OLW")),
      ("booksapp://books/OL2xW", CatalogueReference(source: "embedded", key: "OL2xW")),
    ])
  @MainActor func link(_ text: String, _ reference: CatalogueReference) throws {
    let destination = try #require(BooksLinks.destination(try DeepLink(text)))
    #expect(destination.routes.map { BooksPlace($0) } == [.book(reference)])
  }
}
