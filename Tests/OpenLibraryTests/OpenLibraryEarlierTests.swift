import Catalogue
import Foundation
import HTTP
import OpenLibrary
import Services
import Synchronization
import Testing

@Suite("Open Library's earlier answers")
struct OpenLibraryEarlierTests {
  /// Answers all but the searches, and notes what was asked of a cache.
  private final class Service: Sendable {
    let cacheControl = Mutex<[String]>([])
    let isAway = Mutex(false)

    var client: MemoryHTTPClient {
      MemoryHTTPClient { [self] request throws(HTTPError) in
        cacheControl.withLock { $0.append(request.headerFields[.cacheControl] ?? "") }
        if isAway.withLock(\.self), request.url.path == "/search.json" { throw .offline }
        return .json(
          Data(#"{"title":"A","name":"A","covers":[-1,null,7],"docs":[]}"#.utf8), from: request.url)
      }
    }
  }

  private let service = Service()

  private func catalogue(_ origin: AnswerOrigin?) -> OpenLibraryCatalogue {
    guard let origin else {
      return OpenLibraryCatalogue(service.client)
    }
    return OpenLibraryCatalogue(base: openLibrary, client: service.client) { _ in origin }
  }

  @Test("Without a cache there are none, and the service is not asked")
  func withoutCache() async throws {
    let earlier = try #require(catalogue(nil).earlier)
    await #expect(throws: CatalogueError.offline) { try await earlier.book("a") }
    #expect(service.cacheControl.withLock(\.self) == [])
  }

  @Test("Only a client with a cache has them, and is asked for nothing else")
  func earlier() async throws {
    let earlier = try #require(catalogue(.earlier(seconds: 9, because: nil)).earlier)
    let detail = try await earlier.book("a")
    #expect(detail.origin == .earlier(seconds: 9, because: nil))
    #expect(
      service.cacheControl.withLock(\.self)
        == Array(repeating: "only-if-cached, max-stale", count: 2))
  }

  @Test("A question allows a cache to answer from the last month while the service is away")
  func staleIfError() async throws {
    _ = try await catalogue(.catalogue).author("a")
    #expect(service.cacheControl.withLock(\.self) == ["stale-if-error=2592000, min-fresh=0"])
  }

  @Test("A book whose search fails is shown with what is known, which is not all")
  func partial() async throws {
    service.isAway.withLock { $0 = true }
    let detail = try await catalogue(.catalogue).book("a")
    #expect(detail.book.title == "A" && detail.book.cover == 7)
    #expect(detail.origin == .earlier(seconds: 0, because: .offline))
    let listed = CatalogueBook(
      reference: CatalogueReference(source: "openlibrary", key: "a"), title: "Listed", year: 1900)
    var shown = listed
    shown.cover = 7
    #expect(try await catalogue(.catalogue).book("a", listed: listed).book == shown)
  }

  @Test("Of a book whose search is not stored, the stored record is an earlier answer")
  func storedPart() async throws {
    service.isAway.withLock { $0 = true }
    let origins: [(AnswerOrigin, Int)] = [(.catalogue, 0), (.earlier(seconds: 9, because: nil), 9)]
    for (origin, seconds) in origins {
      let earlier = try #require(catalogue(origin).earlier)
      let detail = try await earlier.book("a")
      #expect(detail.book.title == "A" && detail.book.cover == 7)
      #expect(detail.origin == .earlier(seconds: seconds, because: nil))
    }
  }

  @Test(
    "A book is as old as the oldest answer in it",
    arguments: ["/works/a.json", "/search.json", "/authors/OL1A.json"])
  func oldestPart(_ stored: String) async throws {
    let client = MemoryHTTPClient { request in
      let path = request.url.path
      let json =
        switch path {
        case "/search.json": #"{"docs":[{"key":"/works/a","title":"A"}]}"#
        case "/authors/OL1A.json": #"{"name":"N"}"#
        default: #"{"title":"A","authors":[{"key":"/authors/OL1A"}]}"#
        }
      // The status stands for what a cache says of a stored answer.
      return .json(Data(json.utf8), status: path == stored ? 203 : 200, from: request.url)
    }
    let catalogue = OpenLibraryCatalogue(base: openLibrary, client: client) {
      $0.status == 203 ? .earlier(seconds: 9, because: nil) : .catalogue
    }
    #expect(try await catalogue.book("a").origin == .earlier(seconds: 9, because: nil))
  }

  @Test("A cache that has nothing to answer with says why, and a server does not")
  func generated() async throws {
    let client = MemoryHTTPClient { request in
      HTTPAnswer(HTTPResponse(status: 504), from: request.url)
    }
    let cached = OpenLibraryCatalogue(base: openLibrary, client: client) { _ in
      .earlier(seconds: 0, because: .offline)
    }
    await #expect(throws: CatalogueError.offline) { try await cached.author("a") }
    let direct = OpenLibraryCatalogue(client)
    await #expect(throws: CatalogueError.unavailable(status: 504)) { try await direct.author("a") }
  }

  @Test("An edition needs a key and a title; whatever else can't be used is left out")
  func editions() async throws {
    let json = #"""
      {"size": 5, "entries": [
        {"key": "/books/OL1M", "title": "One", "publishers": ["P"], "publish_date": "May 1999",
         "number_of_pages": 120, "languages": [{"key": "/languages/eng"}], "covers": [-1, 5],
         "isbn_10": ["0000000000"], "isbn_13": ["9780000000000"]},
        {"key": "/books/OL2M", "title": "Two", "number_of_pages": -3,
         "languages": [{"key": "/languages/ENGLISH"}], "isbn_10": ["0000000001"]},
        {"key": "/books/OL4M", "title": "None", "number_of_pages": 0},
        {"key": "/books/OL3M"}, {"title": "No key"}, {"key": "/books/OL1M", "title": "Again"}]}
      """#
    let client = MemoryHTTPClient(["/works/OL1W/editions.json": json])
    let page = try await OpenLibraryCatalogue(client)
      .editions(of: "OL1W", offset: 0, limit: 5)
    #expect(
      page.items == [
        CatalogueEdition(
          key: "OL1M", title: "One", publishers: ["P"], published: "May 1999", pages: 120,
          language: "eng", cover: 5, isbn: "9780000000000"),
        CatalogueEdition(key: "OL2M", title: "Two", isbn: "0000000001"),
        CatalogueEdition(key: "OL4M", title: "None"),
      ])
    #expect(page.total == 6 && page.next == nil)
  }
}
