import HTTP
import Catalogue
import Services
import Foundation
import OpenLibrary
import Testing

@Suite("Open Library's failures")
struct OpenLibraryFailureTests {
  private func search(_ client: MemoryHTTPClient) async throws(CatalogueError) {
    _ = try await OpenLibraryCatalogue(client)
      .search(BookQuery(words: "dune"), offset: 0, limit: 1)
  }

  @Test("A busy or broken service is unavailable", arguments: [429, 503, 500, 403, 302, 304])
  func status(_ status: Int) async {
    let response = HTTPAnswer.json(
      Data("{}".utf8), status: .init(code: status), from: openLibrary)
    await #expect(throws: CatalogueError.unavailable(status: status)) {
      try await search(MemoryHTTPClient(always: response))
    }
  }

  @Test(
    "A search that the service refuses is its own error; other questions it can't refuse",
    arguments: [400, 414, 422])
  func refused(_ status: Int) async {
    let response = HTTPAnswer.json(
      Data("{}".utf8), status: .init(code: status), from: openLibrary)
    let client = MemoryHTTPClient(always: response)
    await #expect(throws: CatalogueError.refused(status: status)) { try await search(client) }
    let catalogue = OpenLibraryCatalogue(client)
    let unavailable = CatalogueError.unavailable(status: status)
    await #expect(throws: unavailable) { try await catalogue.author("a") }
    await #expect(throws: unavailable) {
      try await catalogue.books(byAuthor: "a", offset: 0, limit: 1)
    }
  }

  @Test("404 is not found")
  func notFound() async {
    await #expect(throws: CatalogueError.notFound) { try await search(MemoryHTTPClient([:])) }
  }

  @Test(
    "An invalid answer is unreadable",
    arguments: [
      "", "<html>", "[]", "null", "{", #"{"docs":null}"#, #"{"docs":{"title":"A"}}"#, "\u{FEFF}{}",
      #"{"docs":[{"title":"A"}"#, #"{"numFound":1}"#, String(repeating: "[", count: 100_000),
    ])
  func garbage(_ text: String) async {
    await #expect(throws: CatalogueError.unreadable) {
      try await search(MemoryHTTPClient(["/search.json": text]))
    }
  }

  @Test("An answer of 100,000 values is refused, and one of fewer is read")
  func manyValues() async throws {
    // An object, two arrays, and the value before each comma.
    func answer(_ count: Int) -> String {
      #"{"docs":[],"x":["# + String(repeating: "1,", count: count - 4) + "1]}"
    }
    try await search(MemoryHTTPClient(["/search.json": answer(99_999)]))
    await #expect(throws: CatalogueError.unreadable) {
      try await search(MemoryHTTPClient(["/search.json": answer(100_000)]))
    }
  }

  @Test("An endless answer is refused")
  func oversized() async {
    let chunk = Data(repeating: UInt8(ascii: " "), count: 1 << 20)
    let endless = HTTPAnswer(
      HTTPResponse(status: .ok), body: HTTPBody(chunks: { chunk }), from: openLibrary)
    await #expect(throws: CatalogueError.unreadable) {
      try await search(MemoryHTTPClient(always: endless))
    }
  }

  @Test(
    "Network errors become errors of the catalogue",
    arguments: [
      (HTTPError.nameNotFound(host: "a.example"), CatalogueError.offline),
      (.noTransport("install x"), .noTransport("install x")), (.proxy("p"), .proxy("p")),
      (.timedOut(.firstByte), .timedOut),
      (.certificate(.expired, host: "a"), .untrusted(.expired)),
      (.certificate(.wrongHost, host: "a"), .untrusted(.wrongHost)),
      (.certificate(.untrusted, host: "a"), .untrusted(.unknownAuthority)),
      (.certificate(.other("x"), host: "a"), .untrusted(.other)),
      (.tls("x", host: "a"), .untrusted(.other)),
      (.cancelled, .cancelled), (.tooLarge(limit: 1), .unreadable), (.malformed("x"), .unreadable),
    ])
  func network(_ error: HTTPError, _ expected: CatalogueError) async {
    await #expect(throws: expected) {
      try await search(MemoryHTTPClient { _ throws(HTTPError) in throw error })
    }
  }

  @Test("A truncated body is a failure, not a partial answer")
  func brokenBody() async {
    let body = HTTPBody(chunks: { () throws(HTTPError) in throw .interrupted(host: "a.example") })
    await #expect(throws: CatalogueError.interrupted) {
      let answer = HTTPAnswer(HTTPResponse(status: .ok), body: body, from: openLibrary)
      try await search(MemoryHTTPClient(always: answer))
    }
  }

  @Test("A cancelled task gets no answer")
  func cancelled() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await search(MemoryHTTPClient(["/search.json": #"{"docs":[]}"#]))
    }
    await #expect(throws: CatalogueError.cancelled) { try await task.value }
  }
}
