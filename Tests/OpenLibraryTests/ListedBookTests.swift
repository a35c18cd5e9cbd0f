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
    let base = try #require(URL(string: "https://catalogue.example"))
    let catalogue = OpenLibraryCatalogue(source: "test", base: base, client: client)
    let reference = CatalogueReference(source: "test", key: key)
    let listed = CatalogueBook(
      reference: reference, title: "Solaris", languages: languages, pages: pages)
    let detail = try await catalogue.book(key, listed: listed)
    #expect(detail.book.reference.key == "solaris")
    #expect(requests.paths.withLock { $0 } == expected)
  }
}
