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

  private let asked = Recorder<String>()

  /// Returns a catalogue over a gateway to a service.
  ///
  /// - Parameter location: where HTTP redirects a URL, or nil.
  private func catalogue(_ location: @escaping @Sendable (URL) -> String?) -> OpenLibraryCatalogue {
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
    return OpenLibraryCatalogue(gateway)
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

  @Test("A book has the authors of the search also where each question is redirected")
  func server() async throws {
    let detail = try await catalogue(Self.mirror).book("b")
    #expect(detail.book.authors.map(\.name) == ["X"])
    #expect(
      asked.elements == [
        "https://openlibrary.org/works/b.json", "https://mirror.example/works/b.json",
        "https://openlibrary.org/search.json", "https://mirror.example/search.json",
      ])
  }

  @Test("A merged book takes 4 requests, and has the authors that a list gave it")
  func merged() async throws {
    let listed = CatalogueBook(
      reference: CatalogueReference(source: "openlibrary", key: "a"), title: "A",
      authors: [AuthorName(name: "Listed")], languages: ["eng"])
    for location in [Self.mirror, Self.path] as [@Sendable (URL) -> String?] {
      let detail = try await catalogue(location).book("a", listed: listed)
      #expect(detail.book.title == "B" && detail.book.reference.key == "b")
      #expect(detail.book.authors.map(\.name) == ["Listed"])
      #expect(detail.origin == .catalogue)
    }
    #expect(asked.elements.count == 8)
    #expect(
      asked.elements.suffix(4) == [
        "https://openlibrary.org/works/a.json", "https://openlibrary.org/moved/works/a.json",
        "https://openlibrary.org/works/b.json", "https://openlibrary.org/moved/works/b.json",
      ])
  }

  @Test("A search that may be redirected to a fifth request is not sent")
  func search() async throws {
    let catalogue = catalogue { url in url.path == "/works/a.json" ? nil : Self.mirror(url) }
    let detail = try await catalogue.book("a")
    #expect(detail.book.title == "B" && detail.book.authors == [])
    #expect(detail.origin == .catalogue && asked.elements.count == 3)
  }

  @Test(
    "The record of an author is not followed to another one, so that the books can be asked for")
  func author() async throws {
    for location in [Self.mirror, Self.path] as [@Sendable (URL) -> String?] {
      let catalogue = catalogue(location)
      await #expect(throws: CatalogueError.notFound) { try await catalogue.author("a") }
    }
    #expect(asked.elements.count == 4)
    let catalogue = catalogue { url in url.path == "/authors/b.json" ? Self.mirror(url) : nil }
    await #expect(throws: CatalogueError.unavailable(status: 302)) {
      try await catalogue.author("a")
    }
    #expect(asked.elements.count == 6)
  }
}
