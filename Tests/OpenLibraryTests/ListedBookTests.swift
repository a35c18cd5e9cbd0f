import HTTP
import Catalogue
import Services
import Foundation
import OpenLibrary
import Synchronization
import Testing

@Suite("A book known from a list")
struct ListedBookTests {
  private final class Requests: Sendable {
    let paths = Mutex<[String]>([])
  }

  @Test(
    "A listed book is searched again only if it lacks languages and pages or its key moved",
    arguments: [
      ("solaris", ["pol"], nil, ["/works/solaris.json"]),
      ("solaris", [], 204, ["/works/solaris.json"]),
      ("solaris", [], nil, ["/works/solaris.json", "/search.json"]),
      ("old", ["pol"], 204, ["/works/old.json", "/works/solaris.json", "/search.json"]),
    ] as [(String, [String], Int?, [String])])
  func requests(key: String, languages: [String], pages: Int?, expected: [String]) async throws {
    let requests = Requests()
    let client = MemoryHTTPClient { request in
      let path = request.url.path
      requests.paths.withLock { $0.append(path) }
      let json =
        switch path {
        case "/works/old.json": #"{"type":{"key":"/type/redirect"},"location":"/works/solaris"}"#
        case "/search.json": #"{"docs":[{"key":"/works/solaris","title":"Solaris"}]}"#
        default: #"{"title":"Solaris"}"#
        }
      return .json(Data(json.utf8), from: request.url)
    }
    let catalogue = OpenLibraryCatalogue(client)
    let reference = CatalogueReference(source: "openlibrary", key: key)
    let listed = CatalogueBook(
      reference: reference, title: "Solaris", languages: languages, pages: pages)
    let detail = try await catalogue.book(key, listed: listed)
    #expect(detail.book.reference.key == "solaris")
    #expect(requests.paths.withLock { $0 } == expected)
  }

  @Test(
    "What a search does not say of a book is taken from the work's record",
    arguments: [nil, ["pol"], []] as [[String]?])
  func combined(languages: [String]?) async throws {
    let client = MemoryHTTPClient { request in
      let json =
        switch request.url.path {
        case "/search.json":
          #"{"docs":[{"key":"/works/solaris","title":"Solaris","language":["a long text"]}]}"#
        case "/authors/OL1A.json": #"{"name":"Stanisław Lem"}"#
        default:
          #"{"title":"Solaris","covers":[-1,5],"authors":[{"author":{"key":"/authors/OL1A"}}],"#
            + #""first_publish_date":"c. 1200 B.C."}"#
        }
      return .json(Data(json.utf8), from: request.url)
    }
    let catalogue = OpenLibraryCatalogue(client)
    let listed = languages.map {
      CatalogueBook(
        reference: CatalogueReference(source: "openlibrary", key: "solaris"), title: "Solaris",
        authors: $0.isEmpty ? [] : [AuthorName(name: "Stanisław Lem")], languages: $0)
    }
    let book = try await catalogue.book("solaris", listed: listed).book
    #expect(book.cover == 5 && book.year == -1200)
    #expect(book.authors.map(\.name) == ["Stanisław Lem"])
    #expect(book.languages == languages ?? [], "a language is a code of three letters")
  }

  @Test("A book that a search lists with its authors keeps all of them")
  func severalAuthors() async throws {
    let client = MemoryHTTPClient([
      "/works/a.json": #"{"title":"A","authors":[{"key":"/authors/OL1A"}]}"#,
      "/search.json": #"{"docs":[{"key":"/works/a","title":"A","author_name":["M","N"]}]}"#,
      "/authors/OL1A.json": #"{"name":"M"}"#,
    ])
    let catalogue = OpenLibraryCatalogue(client)
    #expect(try await catalogue.book("a").book.authors.map(\.name) == ["M", "N"])
  }
}
