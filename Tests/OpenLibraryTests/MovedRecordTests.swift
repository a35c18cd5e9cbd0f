import Catalogue
import Foundation
import HTTP
import OpenLibrary
import Testing

@Suite("Open Library's records where HTTP redirects")
struct MovedRecordTests {
  /// Answers as a service in which the work a and the author a were merged with b.
  private static let answers = [
    "/works/a.json": #"{"type":{"key":"/type/redirect"},"location":"/works/b"}"#,
    "/works/b.json": #"{"title":"B"}"#,
    "/authors/a.json": #"{"type":{"key":"/type/redirect"},"location":"/authors/b"}"#,
    "/authors/b.json": #"{"name":"B"}"#,
    "/search.json": #"{"docs":[{"key":"/works/b","title":"B","author_name":["X"]}]}"#,
  ]

  /// A client that, like a cache, calls an answer one of the URL that was asked.
  private struct Cache: HTTPClient {
    let client: any HTTPClient

    func send(
      _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
    ) async throws(HTTPError) -> HTTPAnswer {
      var answer = try await client.send(request, body: body, options: options)
      answer.url = request.url
      return answer
    }
  }

  private let asked = Recorder<String>()

  /// Returns a catalogue over a gateway to a service.
  ///
  /// - Parameter location: where HTTP redirects a URL, or nil.
  private func catalogue(
    isCached: Bool, _ location: @escaping @Sendable (URL) -> String?
  ) -> OpenLibraryCatalogue {
    let gateway = OpenLibraryGateway(
      MemoryHTTPClient { [asked] request in
        asked.record(request.url.absoluteString.prefix { $0 != "?" }.description)
        if let location = location(request.url) {
          return HTTPAnswer(
            HTTPResponse(status: .found, headerFields: [.location: location]), from: request.url)
        }
        let json = Self.answers[request.url.path.replacing("/moved", with: "")] ?? "{}"
        return .json(Data(json.utf8), from: request.url)
      })
    return OpenLibraryCatalogue(isCached ? Cache(client: gateway) : gateway)
  }

  /// Redirects to the same path and query of another server.
  private static func mirror(_ url: URL) -> String? {
    guard url.host() == "openlibrary.org" else { return nil }
    return url.absoluteString.replacing("openlibrary.org", with: "mirror.example")
  }

  /// Redirects to another path.
  private static func path(_ url: URL) -> String? {
    url.path.hasPrefix("/moved") ? nil : "/moved\(url.path)"
  }

  @Test(
    "From a server to another one: the second record and the search are asked there, 4 requests in all",
    arguments: [false, true])
  func server(isCached: Bool) async throws {
    let detail = try await catalogue(isCached: isCached, Self.mirror).book("a")
    #expect(detail.book.reference.key == "b" && detail.book.authors.map(\.name) == ["X"])
    #expect(
      asked.elements == [
        "https://openlibrary.org/works/a.json", "https://mirror.example/works/a.json",
        "https://mirror.example/works/b.json", "https://mirror.example/search.json",
      ])
  }

  @Test(
    "From a server to another one, of a work that was not merged: the search is asked there at once",
    arguments: [false, true])
  func unmerged(isCached: Bool) async throws {
    let detail = try await catalogue(isCached: isCached, Self.mirror).book("b")
    #expect(detail.book.authors.map(\.name) == ["X"])
    #expect(
      asked.elements == [
        "https://openlibrary.org/works/b.json", "https://mirror.example/works/b.json",
        "https://mirror.example/search.json",
      ])
  }

  @Test(
    "From the second record only: the search is asked where that one is", arguments: [false, true])
  func second(isCached: Bool) async throws {
    let catalogue = catalogue(isCached: isCached) { url in
      url.path == "/works/a.json" ? nil : Self.mirror(url)
    }
    #expect(try await catalogue.book("a").book.authors.map(\.name) == ["X"])
    #expect(
      asked.elements == [
        "https://openlibrary.org/works/a.json", "https://openlibrary.org/works/b.json",
        "https://mirror.example/works/b.json", "https://mirror.example/search.json",
      ])
  }

  @Test(
    "To another path: both records take 4 requests, and the book has the authors that a list gave it",
    arguments: [false, true])
  func path(isCached: Bool) async throws {
    let listed = CatalogueBook(
      reference: CatalogueReference(source: "openlibrary", key: "a"), title: "A",
      authors: [AuthorName(name: "Listed")], languages: ["eng"])
    let detail = try await catalogue(isCached: isCached, Self.path).book("a", listed: listed)
    #expect(detail.book.title == "B" && detail.book.reference.key == "b")
    #expect(detail.book.authors.map(\.name) == ["Listed"])
    #expect(detail.origin == .catalogue)
    #expect(
      asked.elements == [
        "https://openlibrary.org/works/a.json", "https://openlibrary.org/moved/works/a.json",
        "https://openlibrary.org/works/b.json", "https://openlibrary.org/moved/works/b.json",
      ])
  }

  @Test("A search that is redirected, too, is no fifth request", arguments: [false, true])
  func search(isCached: Bool) async throws {
    let catalogue = catalogue(isCached: isCached) { url in
      url.path == "/search.json" ? "/moved/search.json" : Self.mirror(url)
    }
    let detail = try await catalogue.book("a")
    #expect(detail.book.title == "B" && detail.book.authors == [])
    #expect(detail.origin == .earlier(seconds: 0, because: .unavailable(status: 302)))
    #expect(asked.elements.count == 4)
  }

  @Test(
    "The record of an author is not followed to another one, so that the books can be asked for",
    arguments: [false, true])
  func author(isCached: Bool) async throws {
    for location in [Self.mirror, Self.path] as [@Sendable (URL) -> String?] {
      let catalogue = catalogue(isCached: isCached, location)
      await #expect(throws: CatalogueError.notFound) { try await catalogue.author("a") }
    }
    #expect(asked.elements.count == 4)
    let catalogue = catalogue(isCached: isCached) { url in
      url.path == "/authors/b.json" ? Self.mirror(url) : nil
    }
    await #expect(throws: CatalogueError.unavailable(status: 302)) {
      try await catalogue.author("a")
    }
    #expect(asked.elements.count == 6)
  }
}
