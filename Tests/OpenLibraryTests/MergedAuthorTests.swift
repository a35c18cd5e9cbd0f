import Catalogue
import Foundation
import HTTP
import OpenLibrary
import Testing

/// A book that the search does not list, and whose author was merged with another one.
@Suite("A merged author of a book that Open Library's search does not list")
struct MergedAuthorTests {
  private static let answers = [
    "/works/a.json": #"{"title":"A","authors":[{"author":{"key":"/authors/OL1A"}}]}"#,
    "/works/old.json": #"{"type":{"key":"/type/redirect"},"location":"/works/a"}"#,
    "/search.json": #"{"docs":[]}"#,
    "/authors/OL1A.json": #"{"type":{"key":"/type/redirect"},"location":"/authors/OL2A"}"#,
    "/authors/OL2A.json": #"{"name":"N"}"#,
  ]

  private let asked = Recorder<String>()

  private func book(_ key: String, moved: String? = nil) async throws -> CatalogueBookDetail {
    let client = MemoryHTTPClient { [asked] request in
      asked.record(request.url.path)
      let json = Self.answers[request.url.path] ?? "{}"
      // Stands for a redirect of HTTP.
      let isMoved = request.url.path == moved
      return .json(
        Data(json.utf8), from: isMoved ? openLibrary.appending(path: "moved") : request.url)
    }
    return try await OpenLibraryCatalogue(client).book(key)
  }

  @Test("A merged author of an unlisted book has the name and the key of the other author")
  func merged() async throws {
    let detail = try await book("a")
    #expect(detail.book.authors == [AuthorName(key: "OL2A", name: "N")])
    #expect(detail.origin == .catalogue)
    #expect(asked.elements.count == 4)
  }

  @Test("A merged author of an unlisted book is not asked for by a fifth request")
  func budget() async throws {
    #expect(try await book("old").book.authors == [])
    #expect(asked.elements.last == "/authors/OL1A.json" && asked.elements.count == 4)
    // HTTP has redirected the search, which counts twice.
    #expect(try await book("a", moved: "/search.json").book.authors == [])
    #expect(asked.elements.last == "/authors/OL1A.json" && asked.elements.count == 7)
  }
}
